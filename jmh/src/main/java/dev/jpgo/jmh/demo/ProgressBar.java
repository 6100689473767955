package dev.jpgo.jmh.demo;

import dev.jpgo.jmh.driver.ComparisonRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One line that fills up, on a terminal; nothing elsewhere. Time counts, not forks: each fork has a
 * planned length, and what it takes beyond that does not move the bar.
 */
public final class ProgressBar implements ComparisonRun.Listener, AutoCloseable {
  private static final int WIDTH = 30;
  private static final Pattern TERMINAL = Pattern.compile("/dev/(pts/|tty|console).*");

  private final PrintStream out;
  private final boolean shown;
  private final int programs;
  private final double seconds;
  private int finished;
  private int forksDone;
  private int forksAll = 1;
  private String label = "";
  private String shownLast = "";

  /**
   * A bar over {@code programs} calls of {@link ComparisonRun#run}.
   *
   * @param seconds planned for each fork
   */
  public ProgressBar(PrintStream out, boolean shown, int programs, double seconds) {
    this.out = out;
    this.shown = shown;
    this.programs = programs;
    this.seconds = seconds;
  }

  /** Whether standard error is a terminal, as far as the system tells. */
  public static boolean onTerminal() {
    Path standardError = Path.of("/proc/self/fd/2");
    try {
      return Files.exists(standardError, LinkOption.NOFOLLOW_LINKS)
          ? TERMINAL.matcher(Files.readSymbolicLink(standardError).toString()).matches()
          : System.console() != null;
    } catch (IOException unreadable) {
      return false;
    }
  }

  @Override
  public void fork(String what, int done, int all) {
    forksDone = done;
    forksAll = all;
    label = what;
    running(0);
  }

  @Override
  public void running(double elapsed) {
    double fork = Math.min(1, elapsed / seconds);
    show((finished + (forksDone + fork) / forksAll) / programs);
  }

  /** The program under way is done. */
  public void programDone() {
    finished++;
    forksDone = 0;
  }

  @Override
  public void close() {
    if (shown) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }

  private void show(double share) {
    if (!shown) {
      return;
    }
    int filled = (int) Math.round(share * WIDTH);
    String line =
        String.format(
            Locale.ROOT,
            "[%s%s] %3.0f%% %s",
            "#".repeat(filled),
            " ".repeat(WIDTH - filled),
            share * 100,
            label);
    if (!line.equals(shownLast)) { // iterations may be short
      shownLast = line;
      out.print("\r\u001b[K" + line);
      out.flush();
    }
  }
}
