package dev.jpgo.agent.events;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The decision log: a line for each decision, yes or no, with its reason. Written by the controller
 * thread alone; flushed after each batch so that a killed program leaves its decisions behind.
 */
public final class DecisionLog {
  private static final DecisionLog NONE = new DecisionLog(Writer.nullWriter(), null, "");

  private final Writer writer;
  private final @Nullable Log log;
  private final String place;
  private boolean broken;

  private DecisionLog(Writer writer, @Nullable Log log, String place) {
    this.writer = writer;
    this.log = log;
    this.place = place;
  }

  /** One that keeps nothing. */
  public static DecisionLog none() {
    return NONE;
  }

  /**
   * Starts a new log in a file.
   *
   * @param log is told when the file cannot be written any more
   * @throws IOException when it cannot be written
   */
  public static DecisionLog open(Path file, Log log) throws IOException {
    return new DecisionLog(Files.newBufferedWriter(file), log, file.toString());
  }

  /** Whether anyone will read what is written: else a line need not be composed. */
  public boolean on() {
    return log != null && !broken;
  }

  /** Adds a line; a full disk ends the log, with a line, not the program. */
  public void line(String text) {
    if (on()) {
      try {
        writer.write(text);
        writer.write('\n');
      } catch (IOException | UncheckedIOException e) {
        end(e);
      }
    }
  }

  /** Hands what was written to the operating system. */
  public void flush() {
    if (on()) {
      try {
        writer.flush();
      } catch (IOException e) {
        end(e);
      }
    }
  }

  private void end(Exception e) {
    broken = true;
    if (log != null) {
      log.error("decisions not written to " + place + ": " + e);
    }
  }
}
