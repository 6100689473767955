package dev.jpgo.cli.common;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** A bar on a terminal; nothing elsewhere. Any thread. */
public final class Progress {
  private static final int WIDTH = 40;

  private final @Nullable PrintWriter terminal;
  private final int all;
  private int shown = -1;

  private Progress(@Nullable PrintWriter terminal, int all) {
    this.terminal = terminal;
    this.all = Math.max(1, all);
  }

  /** For so many pieces of work, on the writer when the command was typed at a terminal. */
  public static Progress onTerminal(PrintWriter writer, int all) {
    boolean terminal = System.console() != null && System.getenv("TERM") != null;
    return new Progress(terminal ? writer : null, all);
  }

  public synchronized void at(int done) {
    int filled = (int) ((long) WIDTH * done / all);
    if (terminal != null && filled != shown) {
      shown = filled;
      String bar = "=".repeat(filled) + " ".repeat(WIDTH - filled);
      terminal.print("\r[" + bar + "] " + done + " of " + all);
      terminal.flush();
    }
  }

  public synchronized void end() {
    if (terminal != null && shown >= 0) {
      terminal.print("\r" + " ".repeat(WIDTH + 30) + "\r");
      terminal.flush();
    }
  }
}
