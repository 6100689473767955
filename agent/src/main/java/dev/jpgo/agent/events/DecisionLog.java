package dev.jpgo.agent.events;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The decision log: a line for each decision, yes or no, with its reason. Written by the controller
 * thread alone; flushed after each batch so that a killed program leaves its decisions behind.
 */
public final class DecisionLog {
  private static final DecisionLog NONE = new DecisionLog(Writer.nullWriter(), false);

  private final Writer writer;
  private final boolean on;
  private boolean broken;

  private DecisionLog(Writer writer, boolean on) {
    this.writer = writer;
    this.on = on;
  }

  /** One that keeps nothing. */
  public static DecisionLog none() {
    return NONE;
  }

  /**
   * Starts a new log in a file.
   *
   * @throws IOException when it cannot be written
   */
  public static DecisionLog open(Path file) throws IOException {
    return new DecisionLog(Files.newBufferedWriter(file), true);
  }

  /** Whether anyone will read what is written: else a line need not be composed. */
  public boolean on() {
    return on && !broken;
  }

  /** Adds a line; a full disk ends the log, not the program. */
  public void line(String text) {
    if (on()) {
      try {
        writer.write(text);
        writer.write('\n');
      } catch (IOException | UncheckedIOException e) {
        broken = true;
      }
    }
  }

  /** Hands what was written to the operating system. */
  public void flush() {
    if (on()) {
      try {
        writer.flush();
      } catch (IOException e) {
        broken = true;
      }
    }
  }
}
