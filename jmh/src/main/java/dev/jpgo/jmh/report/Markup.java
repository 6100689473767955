package dev.jpgo.jmh.report;

import java.util.Locale;

/** Text of a page, with what has a meaning in markup escaped. */
final class Markup {
  private final StringBuilder text = new StringBuilder();

  /** The text as it shows on the page. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Adds markup; numbers in it by {@link String#format}. */
  Markup add(String format, Object... values) {
    text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    return this;
  }

  /** Adds an element with text in it. */
  Markup element(String name, String content) {
    text.append('<').append(name).append('>').append(escape(content));
    text.append("</").append(name.split(" ", 2)[0]).append(">\n");
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
