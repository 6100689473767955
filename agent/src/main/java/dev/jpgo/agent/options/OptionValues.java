package dev.jpgo.agent.options;

import java.util.HashMap;
import java.util.Map;

/** The options of one run: what was given, and defaults for the rest. Immutable. */
public final class OptionValues {
  private final Map<String, Object> given;

  private OptionValues(Map<String, Object> given) {
    this.given = given;
  }

  /** Nothing given. */
  public static OptionValues defaults() {
    return new OptionValues(Map.of());
  }

  /**
   * Reads agent arguments, {@code key=value,key=value}; a comma or backslash inside a value is
   * written with a backslash before it. A key that is given twice has its last value.
   *
   * @throws OptionException when a key is not known (the message names one that is near) or a value
   *     is not allowed
   */
  public static OptionValues parse(String arguments) throws OptionException {
    Map<String, Object> given = new HashMap<>();
    for (Map.Entry<String, String> argument : AgentArguments.split(arguments).entrySet()) {
      Option<?> option = find(argument.getKey());
      given.put(option.key(), option.parse(argument.getValue()));
    }
    return new OptionValues(given);
  }

  private static Option<?> find(String key) throws OptionException {
    for (Option<?> option : Options.ALL) {
      if (option.key().equals(key)) {
        return option;
      }
    }
    String nearest = NearestKey.to(key);
    throw new OptionException(
        "unknown option " + key + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?"));
  }

  /** The value of an option. */
  @SuppressWarnings("unchecked") // parse stored what the option's own type made
  public <T> T get(Option<T> option) {
    Object value = given.get(option.key());
    if (value != null) {
      return (T) value;
    }
    try {
      return option.parse(option.defaultText());
    } catch (OptionException e) {
      throw new IllegalStateException("default of " + option.key(), e);
    }
  }

  /** Whether it was given rather than left at its default. */
  public boolean given(Option<?> option) {
    return given.containsKey(option.key());
  }
}
