package dev.jpgo.jmh.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a measured JVM runs with besides the program.
 *
 * @param label what tables call it
 * @param kind what it is
 * @param agentOptions of an agent, {@code key=value,...}, after those that every agent gets; else
 *     ""
 */
public record Variant(String label, Kind kind, String agentOptions) {

  /** The kinds of variants. */
  public enum Kind {
    /** Nothing. */
    BASE("no agent"),
    /** Nothing, and no archive of the JDK's classes either. */
    NOSHARE("no agent, -Xshare:off"),
    /** An agent that retransforms every loaded class once and changes none. */
    CONTROL("an agent that retransforms every loaded class once and changes none"),
    /** The agent. */
    AGENT("jpgo"),
    /** JaCoCo's agent. */
    JACOCO("JaCoCo's agent: what counting costs in a coverage tool"),
    /** The Graal compiler in HotSpot, in C2's place. */
    GRAAL("Graal as the JIT compiler"),
    /** The program's jars, optimized ahead of time. */
    PROGUARD("the same jars, optimized by ProGuard"),
    /** The program's jars, optimized ahead of time. */
    R8("the same jars, optimized by R8");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    public String meaning() {
      return meaning;
    }

    /** Whether it is somebody else's work, whose failure is not ours. */
    public boolean peer() {
      return this == JACOCO || this == GRAAL || this == PROGUARD || this == R8;
    }
  }

  /** A colon before the key of an option. */
  private static final Pattern BETWEEN_OPTIONS = Pattern.compile(":(?=[a-z0-9.-]+=)");

  /** Nothing. */
  public static final Variant BASE = of(Kind.BASE);

  /** The agent as it comes. */
  public static final Variant AGENT = of(Kind.AGENT);

  /** An agent that changes nothing. */
  public static final Variant CONTROL = of(Kind.CONTROL);

  /** The variant that is called as its kind. */
  public static Variant of(Kind kind) {
    return new Variant(kind.name().toLowerCase(Locale.ROOT), kind, "");
  }

  /**
   * Reads a label such as {@code agent} or {@code graal}, or an agent with options of its own,
   * {@code NAME:KEY=VALUE:KEY=VALUE}. A colon that no {@code KEY=} follows belongs to the value:
   * {@code bare:phases.off=unrolling:outlining:delay=0} has two options.
   *
   * @throws IllegalArgumentException if there is no such variant
   */
  public static Variant parse(String text) {
    int colon = text.indexOf(':');
    if (colon > 0 && text.indexOf('=') > colon) {
      String options = BETWEEN_OPTIONS.matcher(text.substring(colon + 1)).replaceAll(",");
      return new Variant(text.substring(0, colon), Kind.AGENT, options);
    }
    List<String> known = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Variant variant = of(kind);
      if (variant.label.equals(text.toLowerCase(Locale.ROOT))) {
        return variant;
      }
      known.add(variant.label);
    }
    throw new IllegalArgumentException(
        "unknown variant " + text + "; known: " + String.join(", ", known));
  }
}
