package dev.jpgo.cli.bisect;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a run of a program showed: how it ended and what it wrote to standard output.
 *
 * @param exitCode its exit code, or {@link #ENDLESS}
 * @param out standard output
 * @param millis how long it took
 */
record ObservedRun(int exitCode, byte[] out, long millis) {
  /** In place of an exit code: it did not end in time. */
  static final int ENDLESS = -1;

  /**
   * Runs a command to its end, without input; standard error is dropped.
   *
   * @param limitMillis past this it is ended
   * @throws CliException when it cannot be started
   */
  static ObservedRun of(List<String> command, long limitMillis) {
    try {
      Path out = Files.createTempFile("jpgo-bisect", ".out");
      try {
        long start = System.nanoTime();
        Process process =
            new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(limitMillis, TimeUnit.MILLISECONDS);
        if (!ended) {
          process.destroyForcibly().waitFor();
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new ObservedRun(
            ended ? process.exitValue() : ENDLESS, Files.readAllBytes(out), millis);
      } finally {
        Files.deleteIfExists(out);
      }
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILURE, "cannot run " + command.get(0) + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.FAILURE, "interrupted while the program ran");
    }
  }

  /** How this differs from what was expected, in a few words; empty when it does not. */
  String difference(ObservedRun expected) {
    if (exitCode == ENDLESS && expected.exitCode != ENDLESS) {
      return "it does not end";
    }
    if (exitCode != expected.exitCode) {
      return "exit code " + exitCode + " instead of " + expected.exitCode;
    }
    int at = Arrays.mismatch(out, expected.out);
    return at < 0 ? "" : "standard output differs from byte " + at + " on";
  }
}
