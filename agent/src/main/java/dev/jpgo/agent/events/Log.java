package dev.jpgo.agent.events;

import java.io.PrintStream;

/**
 * Lines on standard error, all with the same prefix. Thread-safe. Goes to the stream that was there
 * when the agent started, so that an application that replaces {@code System.err} with a stream of
 * its own does not run its code on our thread.
 */
public final class Log {
  private final PrintStream stream;
  private final LogLevel level;

  public Log(PrintStream stream, LogLevel level) {
    this.stream = stream;
    this.level = level;
  }

  public boolean debugs() {
    return level == LogLevel.DEBUG;
  }

  public void error(String line) {
    say(LogLevel.ERROR, line);
  }

  public void warn(String line) {
    say(LogLevel.WARN, line);
  }

  public void info(String line) {
    say(LogLevel.INFO, line);
  }

  public void debug(String line) {
    say(LogLevel.DEBUG, line);
  }

  /** The stack of a failure, at {@link LogLevel#DEBUG}. */
  public void debug(Throwable failure) {
    if (debugs()) {
      failure.printStackTrace(stream);
    }
  }

  private void say(LogLevel severity, String line) {
    if (severity.compareTo(level) <= 0) {
      stream.println("jpgo: " + line);
    }
  }
}
