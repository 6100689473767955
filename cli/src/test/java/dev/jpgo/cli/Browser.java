package dev.jpgo.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real browser without a screen; tests that want one are skipped where there is none. */
final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private static final long LIMIT_SECONDS = 120;

  private Browser() {}

  /**
   * Opens a page, runs its scripts, and answers the document as it is then.
   *
   * @param folder where the browser may keep things
   */
  static String dump(Path page, Path folder) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(command());
    line.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1200,900",
            "--user-data-dir=" + folder.resolve("browser"),
            "--dump-dom",
            page.toUri().toString()));
    Path out = folder.resolve("browser.out");
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("browser.err").toFile())
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("the browser did not end: " + errors(folder));
    }
    if (process.exitValue() != 0) {
      throw new AssertionError("the browser failed: " + errors(folder));
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  private static String errors(Path folder) throws IOException {
    return Files.readString(folder.resolve("browser.err"), StandardCharsets.UTF_8);
  }

  private static String command() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      for (String name : NAMES) {
        if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, name))) {
          return Path.of(folder, name).toString();
        }
      }
    }
    return Assumptions.abort("no browser: none of " + NAMES + " is on the path");
  }
}
