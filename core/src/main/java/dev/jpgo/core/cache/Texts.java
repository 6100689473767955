package dev.jpgo.core.cache;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts of a file, each there once, by number. Numbers stay as texts are added, so what was
 * written with the table of before is read with it. Not thread-safe.
 */
public final class Texts {
  /** More than a program can need; what claims to have more is damaged. */
  private static final int MOST = 1 << 20;

  private final List<String> texts = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** The number of a text, given to it if need be. */
  int number(String text) {
    Integer known = numbers.get(text);
    if (known == null) {
      known = texts.size();
      texts.add(text);
      numbers.put(text, known);
    }
    return known;
  }

  /**
   * The text of a number.
   *
   * @throws IllegalArgumentException when there is none
   */
  String text(int number) {
    if (number < 0 || number >= texts.size()) {
      throw new IllegalArgumentException("no text " + number);
    }
    return texts.get(number);
  }

  /** Whether this text is among them. */
  public boolean contains(String text) {
    return numbers.containsKey(text);
  }

  /** Writes all. */
  public void write(Sink sink) {
    sink.number(texts.size());
    for (String text : texts) {
      byte[] plain = text.getBytes(StandardCharsets.ISO_8859_1); // a copy, where it has no others
      boolean isPlain = new String(plain, StandardCharsets.ISO_8859_1).equals(text);
      sink.number(isPlain ? 1 : 0);
      sink.bytes(isPlain ? plain : text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Reads all.
   *
   * @throws IllegalArgumentException when they are damaged
   */
  public static Texts read(Source source) {
    Texts texts = new Texts();
    int count = source.number(MOST);
    for (int i = 0; i < count; i++) {
      boolean isPlain = source.number(1) == 1;
      byte[] bytes = source.bytes();
      texts.number(
          new String(bytes, isPlain ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
    }
    if (texts.texts.size() != count) {
      throw new IllegalArgumentException("a text twice");
    }
    return texts;
  }
}
