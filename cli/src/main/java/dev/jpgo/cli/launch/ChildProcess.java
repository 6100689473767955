package dev.jpgo.cli.launch;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.io.IOException;
import java.util.List;

/** A program that takes this one's place: same streams, signals passed on, same exit code. */
final class ChildProcess {
  private ChildProcess() {}

  /**
   * Runs a command to its end.
   *
   * @return its exit code; 128 plus the signal's number when a signal ended it
   * @throws CliException when it cannot be started
   */
  static int run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      Thread passSignal = new Thread(() -> end(process), "jpgo-signal");
      Runtime.getRuntime().addShutdownHook(passSignal);
      int code = process.waitFor();
      try {
        Runtime.getRuntime().removeShutdownHook(passSignal);
      } catch (IllegalStateException shuttingDown) {
        return code; // the signal that ended the child reached this process too
      }
      return code;
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILURE, "cannot start " + command.get(0) + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.FAILURE, "interrupted while the program ran");
    }
  }

  /** This process was told to end: so is the child, and it may take its time to. */
  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
