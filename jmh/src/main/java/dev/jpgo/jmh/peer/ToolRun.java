package dev.jpgo.jmh.peer;

import dev.jpgo.jmh.driver.Scratch;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A tool that prepares something. */
final class ToolRun {
  private static final long MINUTES = 10;

  private ToolRun() {}

  /**
   * Runs it to its end.
   *
   * @param name for the message
   * @param folder for its output
   * @throws PeerUnavailable if it fails; the message has the first line of what it said that looks
   *     like a reason
   */
  static void run(String name, List<String> command, Path folder)
      throws IOException, InterruptedException, PeerUnavailable {
    Path said = folder.resolve("tool.log");
    Process process =
        Scratch.start(
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()));
    try {
      process.getOutputStream().close();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        throw new PeerUnavailable(name + ": not done after " + MINUTES + " minutes");
      }
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new PeerUnavailable(name + ": exit code " + process.exitValue() + ", " + reason(said));
    }
  }

  private static String reason(Path said) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(said), Charset.defaultCharset())
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    return lines.stream()
        .filter(line -> line.contains("rror") || line.contains("xception"))
        .findFirst()
        .orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1))
        .strip();
  }
}
