package dev.jpgo.agent.events;

import java.util.Locale;

/** How much is said; each level includes those before it. */
public enum LogLevel {
  OFF,
  ERROR,
  WARN,
  INFO,
  DEBUG;

  /** From the value of the {@code log} option. */
  public static LogLevel of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
