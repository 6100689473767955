package dev.jpgo.agent.options;

import org.jspecify.annotations.Nullable;

/**
 * One option of the agent.
 *
 * @param key its name in agent arguments
 * @param type how its value is read
 * @param unit unit of its value, empty when it has none
 * @param defaultText its default, as a user would write it
 * @param stability what to expect of it
 * @param help what it does and why one would change it
 * @param <T> the Java type of its value
 */
public record Option<T>(
    String key,
    OptionType<T> type,
    String unit,
    String defaultText,
    Stability stability,
    String help) {

  /**
   * Reads a value.
   *
   * @throws OptionException when it is not allowed; the message names the key and the range
   */
  T parse(String text) throws OptionException {
    @Nullable T value = type.parse(text);
    if (value == null) {
      throw new OptionException(
          "option " + key + "=" + text + " is not allowed: " + type.range() + inUnit());
    }
    return value;
  }

  private String inUnit() {
    return unit.isEmpty() ? "" : " (" + unit + ")";
  }
}
