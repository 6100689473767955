package dev.jpgo.agent.options;

import java.util.LinkedHashMap;
import java.util.Map;

/** The text after {@code -javaagent:jpgo-agent.jar=}, split but not yet understood. */
public final class AgentArguments {
  private AgentArguments() {}

  /**
   * Splits {@code key=value,key=value}; a backslash takes the meaning from the character after it.
   *
   * @throws OptionException when a part has no equals sign
   */
  public static Map<String, String> split(String arguments) throws OptionException {
    Map<String, String> parts = new LinkedHashMap<>();
    StringBuilder part = new StringBuilder();
    int equals = -1;
    for (int i = 0; i <= arguments.length(); i++) {
      char c = i < arguments.length() ? arguments.charAt(i) : ',';
      if (c == '\\' && i + 1 < arguments.length()) {
        part.append(arguments.charAt(++i));
      } else if (c == '=' && equals < 0) {
        equals = part.length();
        part.append(c);
      } else if (c != ',') {
        part.append(c);
      } else {
        add(parts, part.toString(), equals);
        part.setLength(0);
        equals = -1;
      }
    }
    return parts;
  }

  /** Puts a backslash before what would end a value. */
  public static String quote(String value) {
    return value.replace("\\", "\\\\").replace(",", "\\,");
  }

  private static void add(Map<String, String> parts, String part, int equals)
      throws OptionException {
    if (part.isEmpty()) {
      return;
    }
    if (equals < 0) {
      throw new OptionException("option " + part + " has no value: write " + part + "=VALUE");
    }
    parts.put(part.substring(0, equals).trim(), part.substring(equals + 1).trim());
  }
}
