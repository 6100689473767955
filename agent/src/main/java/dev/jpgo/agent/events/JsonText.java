package dev.jpgo.agent.events;

import java.util.Map;

/**
 * Just enough of JSON (RFC 8259) for the statistics: the agent carries no library for it. Objects
 * and arrays are opened and closed by the caller; commas and lines take care of themselves.
 */
final class JsonText {
  private final StringBuilder text = new StringBuilder();
  private int depth;
  private boolean first = true;
  private boolean afterKey;

  /** Opens an object or array: <code>{</code> or <code>[</code>. */
  JsonText open(char bracket) {
    separate();
    text.append(bracket);
    depth++;
    first = true;
    return this;
  }

  /** Closes it again. */
  JsonText close(char bracket) {
    depth--;
    if (!first) {
      newLine();
    }
    text.append(bracket);
    first = false;
    return this;
  }

  JsonText key(String name) {
    separate();
    quote(name);
    text.append(": ");
    afterKey = true;
    return this;
  }

  JsonText value(long number) {
    separate();
    text.append(number);
    return this;
  }

  /** With three digits after the point. */
  JsonText value(double number) {
    separate();
    long thousandths = Math.round(Math.abs(number) * 1000);
    if (number < 0 && thousandths > 0) {
      text.append('-');
    }
    String digits = Long.toString(1000 + thousandths % 1000);
    text.append(thousandths / 1000).append('.').append(digits, 1, 4);
    return this;
  }

  JsonText value(String string) {
    separate();
    quote(string);
    return this;
  }

  /** An object with a number for each key, in the map's order. */
  JsonText counts(Map<String, Long> counts) {
    open('{');
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      key(count.getKey()).value(count.getValue());
    }
    return close('}');
  }

  private void separate() {
    if (afterKey) {
      afterKey = false;
      return;
    }
    if (!first) {
      text.append(',');
    }
    first = false;
    if (depth > 0) {
      newLine();
    }
  }

  private void newLine() {
    text.append('\n');
    for (int i = 0; i < depth; i++) {
      text.append("  ");
    }
  }

  private void quote(String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        text.append("\\u").append(Integer.toHexString(0x10000 + c), 1, 5);
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  @Override
  public String toString() {
    return text + "\n";
  }
}
