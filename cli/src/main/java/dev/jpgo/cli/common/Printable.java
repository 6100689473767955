package dev.jpgo.cli.common;

/** Text of a profile in what people read: names in class files may hold any characters. */
public final class Printable {
  private Printable() {}

  /** The text with a question mark for each line end and whatever else a terminal obeys. */
  public static String of(Object text) {
    return String.valueOf(text).replaceAll("[\\p{Cntrl}\u0080-\u009f\u2028\u2029]", "?");
  }
}
