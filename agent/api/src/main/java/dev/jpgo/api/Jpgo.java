package dev.jpgo.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The agent's profile, from the program that is profiled: which part of a run counts, and where it
 * goes. Without an agent every method answers false and does nothing, so calls may stay in a
 * program. All are thread-safe and may take as long as the agent's current piece of work, a minute
 * at most.
 *
 * <pre>{@code
 * Jpgo.awaitIdle(Duration.ofMinutes(1)); // warm
 * Jpgo.reset();
 * Jpgo.phase("import");
 * importAll();
 * Jpgo.dump(Path.of("import.jpgo"));
 * }</pre>
 */
public final class Jpgo {
  private Jpgo() {}

  /** Whether there is an agent in this JVM that has started. */
  public static boolean isPresent() {
    return handler() != null;
  }

  /**
   * Has the profile begin anew. The agent's own counters go on, so nothing that is optimized is
   * lost.
   *
   * @return false when there is no agent
   * @throws IllegalStateException when the agent could not; the message is one line
   */
  public static boolean reset() {
    return send("command=reset");
  }

  /**
   * Writes the profile where it goes at exit. Counts that are merged into a pool of files begin
   * anew, so that the exit does not add them once more.
   *
   * @return false when there is no agent
   * @throws IllegalStateException when the agent could not, such as without {@code out=}
   */
  public static boolean dump() {
    return send("command=dump");
  }

  /**
   * Writes the profile to a file, in place of what is there.
   *
   * @return false when there is no agent
   * @throws IllegalStateException when the agent could not
   */
  public static boolean dump(Path file) {
    return send("command=dump,out=" + quote(file.toAbsolutePath().toString()));
  }

  /**
   * Sets where the profile is written at exit.
   *
   * @param pattern as the agent's option {@code out}; empty for nowhere
   * @return false when there is no agent
   * @throws IllegalStateException when it is not allowed, cannot be written, or the agent was
   *     started with nothing to write at exit
   */
  public static boolean setFile(String pattern) {
    return send("command=out,out=" + quote(pattern));
  }

  /**
   * Names what the program does from now on. Profiles written from now on bear the name of the
   * moment they are written at; a reset keeps it.
   *
   * @return false when there is no agent
   */
  public static boolean phase(String name) {
    return send("command=phase,name=" + quote(name));
  }

  /**
   * Waits until the agent has nothing to promote, optimize or install for the moment.
   *
   * @return false when there is no agent
   * @throws IllegalStateException when it is not idle after this time
   */
  public static boolean awaitIdle(Duration limit) {
    return send("command=idle,millis=" + Math.max(0, limit.toMillis()));
  }

  private static boolean send(String command) {
    Function<String, String> handler = handler();
    if (handler == null) {
      return false;
    }
    String failure = handler.apply(command);
    if (!failure.isEmpty()) {
      throw new IllegalStateException(failure);
    }
    return true;
  }

  private static String quote(String value) {
    return value.replace("\\", "\\\\").replace(",", "\\,");
  }

  /** The agent defines this class in the boot loader, where every program finds it. */
  @SuppressWarnings("unchecked")
  private static @Nullable Function<String, String> handler() {
    try {
      Class<?> commands = Class.forName("java.lang.JpgoCommands", false, null);
      return (Function<String, String>) commands.getField("handler").get(null);
    } catch (ReflectiveOperationException e) {
      return null; // no agent, or one of another version
    }
  }
}
