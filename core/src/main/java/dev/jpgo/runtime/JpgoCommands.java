package dev.jpgo.runtime;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * That this class exists in {@code java.lang} says that an agent is in the JVM. A second attach,
 * from whatever jar, finds it and sends its arguments here.
 */
public final class JpgoCommands {
  /**
   * Takes agent arguments, returns an empty string or one line that says what failed. Null until
   * the agent has started.
   */
  public static volatile @Nullable Function<String, String> handler;

  private JpgoCommands() {}
}
