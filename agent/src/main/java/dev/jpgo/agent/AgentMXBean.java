package dev.jpgo.agent;

/**
 * What can be asked of the agent over JMX, as {@code dev.jpgo:type=Agent}. Each operation fails
 * with one line that says what it could not do.
 */
public interface AgentMXBean {
  /** Has the profile begin anew. */
  void reset();

  /** Writes the profile where it goes at exit. */
  void dump();

  /** Writes the profile to a file. */
  void dumpTo(String file);

  /**
   * Sets where the profile is written at exit, as the option {@code out}; a setter would be an
   * attribute.
   */
  void writeTo(String pattern);

  /** Names what the program does from now on. */
  void phase(String name);

  /** Waits until there is nothing to optimize for the moment. */
  void awaitIdle(long millis);
}
