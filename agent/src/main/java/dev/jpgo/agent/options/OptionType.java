package dev.jpgo.agent.options;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the text of a value is read.
 *
 * @param <T> the Java type of a value
 */
public abstract sealed class OptionType<T> {
  private final String name;
  private final String range;

  private OptionType(String name, String range) {
    this.name = name;
    this.range = range;
  }

  /** Such as {@code integer}, {@code file} or {@code word}. */
  public String name() {
    return name;
  }

  /** The allowed values, as a person reads them. */
  public String range() {
    return range;
  }

  /** The words that a value may be, or be made of; none where it is something else. */
  public List<String> words() {
    return List.of();
  }

  /** The value, or null when the text is none of the allowed ones. */
  abstract @Nullable T parse(String text);

  /** A whole number from {@code min} to {@code max}. */
  static OptionType<Long> number(long min, long max) {
    return new Number(min, max);
  }

  static OptionType<Boolean> onOff() {
    return new OnOff();
  }

  /** The path of a file to write; empty means none. */
  static OptionType<String> file() {
    return new Text("file", "a path; empty for none");
  }

  /** The path of a folder to write to, which is made if it is not there; empty means none. */
  static OptionType<String> folder() {
    return new Text("folder", "a path; empty for none");
  }

  /** The path of something to read or to run; empty means none. */
  static OptionType<String> input() {
    return new Text("input", "a path; empty for none");
  }

  /** The path of a file to write in which some things are left open; empty means none. */
  static OptionType<OutputPattern> pattern() {
    return new Pattern("pattern");
  }

  /** The same for a file to read. */
  static OptionType<OutputPattern> inputPattern() {
    return new Pattern("input pattern");
  }

  /** One of the words, in lower case. */
  static OptionType<String> word(String... words) {
    return new Word(List.of(words));
  }

  /** Items between colons, each as {@code what} says. */
  static OptionType<List<String>> list(String what) {
    return new Items(what);
  }

  /** Words between colons, each one of these. */
  static OptionType<List<String>> words(String... words) {
    return new Words(List.of(words));
  }

  private static final class Number extends OptionType<Long> {
    private final long min;
    private final long max;

    Number(long min, long max) {
      super("integer", min + " to " + max);
      this.min = min;
      this.max = max;
    }

    @Override
    @Nullable Long parse(String text) {
      try {
        long value = Long.parseLong(text);
        return value < min || value > max ? null : (Long) value;
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }

  private static final class OnOff extends OptionType<Boolean> {
    OnOff() {
      super("switch", "on or off");
    }

    @Override
    public List<String> words() {
      return List.of("on", "off");
    }

    @Override
    @Nullable Boolean parse(String text) {
      return switch (text) {
        case "on", "true" -> true;
        case "off", "false" -> false;
        default -> null;
      };
    }
  }

  private static final class Text extends OptionType<String> {
    Text(String name, String range) {
      super(name, range);
    }

    @Override
    String parse(String text) {
      return text;
    }
  }

  private static final class Pattern extends OptionType<OutputPattern> {
    Pattern(String name) {
      super(name, "a path with %p, %h, %t, %m, %Nm or %%; empty for none");
    }

    @Override
    @Nullable OutputPattern parse(String text) {
      return OutputPattern.parse(text);
    }
  }

  private static final class Word extends OptionType<String> {
    private final List<String> words;

    Word(List<String> words) {
      super("word", String.join(", ", words));
      this.words = words;
    }

    @Override
    public List<String> words() {
      return words;
    }

    @Override
    @Nullable String parse(String text) {
      return words.contains(text) ? text : null;
    }
  }

  private static final class Words extends OptionType<List<String>> {
    private final List<String> words;

    Words(List<String> words) {
      super("list", String.join(", ", words) + "; several between colons");
      this.words = words;
    }

    @Override
    public List<String> words() {
      return words;
    }

    @Override
    @Nullable List<String> parse(String text) {
      List<String> items = Items.split(text);
      return words.containsAll(items) ? items : null;
    }
  }

  private static final class Items extends OptionType<List<String>> {
    Items(String what) {
      super("list", what + ", between colons");
    }

    @Override
    List<String> parse(String text) {
      return split(text);
    }

    private static List<String> split(String text) {
      List<String> items = new ArrayList<>();
      int start = 0;
      while (start < text.length()) {
        int colon = text.indexOf(':', start);
        int end = colon < 0 ? text.length() : colon;
        if (end > start) {
          items.add(text.substring(start, end));
        }
        start = end + 1;
      }
      return List.copyOf(items);
    }
  }
}
