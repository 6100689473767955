package dev.jpgo.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Another program, as its users start it; tests that want one are skipped where it is missing. */
final class Tool {
  private static final long LIMIT_SECONDS = 180;

  private Tool() {}

  /**
   * Runs a tool to its end.
   *
   * @param folder where it runs, and leaves what it says
   * @return standard output
   * @throws AssertionError when it fails, with what it said
   */
  static String run(Path folder, Map<String, String> environment, List<String> line)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "tool", ".out");
    Path err = Files.createTempFile(folder, "tool", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Assumptions.abort("no " + line.get(0) + " here: " + e.getMessage());
    }
    process.getOutputStream().close();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError(line + " did not end: " + text(err));
    }
    Assumptions.assumeFalse(text(err).contains("no such tool"), text(err));
    if (process.exitValue() != 0) {
      throw new AssertionError(line + " failed: " + text(err) + text(out));
    }
    return text(out);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /** A tool of the JDK that runs the tests. */
  static String ofJdk(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
