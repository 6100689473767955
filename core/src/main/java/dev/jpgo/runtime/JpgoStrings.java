package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Puts strings together, as {@code +} does: null is "null", and the result is a new object. Inside
 * an agent another class takes this one's place ({@code StringJoining} generates it), which copies
 * from string to string without a builder in between; it needs methods of {@code String} that are
 * not public.
 */
public final class JpgoStrings {
  private JpgoStrings() {}

  /** A new string like one that there is. */
  public static String copy(@Nullable String text) {
    return join(new StringBuilder().append(text));
  }

  public static String join(@Nullable String a, @Nullable String b) {
    return join(new StringBuilder().append(a).append(b));
  }

  public static String join(@Nullable String a, @Nullable String b, @Nullable String c) {
    return join(new StringBuilder().append(a).append(b).append(c));
  }

  public static String join(
      @Nullable String a, @Nullable String b, @Nullable String c, @Nullable String d) {
    return join(new StringBuilder().append(a).append(b).append(c).append(d));
  }

  public static String join(
      @Nullable String a,
      @Nullable String b,
      @Nullable String c,
      @Nullable String d,
      @Nullable String e) {
    return join(new StringBuilder().append(a).append(b).append(c).append(d).append(e));
  }

  public static String join(
      @Nullable String a,
      @Nullable String b,
      @Nullable String c,
      @Nullable String d,
      @Nullable String e,
      @Nullable String f) {
    return join(new StringBuilder().append(a).append(b).append(c).append(d).append(e).append(f));
  }

  public static String join(
      @Nullable String a,
      @Nullable String b,
      @Nullable String c,
      @Nullable String d,
      @Nullable String e,
      @Nullable String f,
      @Nullable String g) {
    return join(
        new StringBuilder().append(a).append(b).append(c).append(d).append(e).append(f).append(g));
  }

  public static String join(
      @Nullable String a,
      @Nullable String b,
      @Nullable String c,
      @Nullable String d,
      @Nullable String e,
      @Nullable String f,
      @Nullable String g,
      @Nullable String h) {
    StringBuilder text = new StringBuilder().append(a).append(b).append(c).append(d).append(e);
    return join(text.append(f).append(g).append(h));
  }

  /** What a builder holds, as a new object even if that is nothing. */
  private static String join(StringBuilder text) {
    return text.length() == 0 ? new String(new char[0]) : text.toString();
  }
}
