package dev.jpgo.cli.launch;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looks at a process from outside, before anything is sent to it: attaching signals {@code SIGQUIT}
 * first, which would end a process that is no JVM.
 */
public final class JvmProcess {
  private static final int SIGQUIT = 3;

  private JvmProcess() {}

  /**
   * Refuses what cannot be attached to.
   *
   * @throws CliException that says why
   */
  public static void check(long pid) {
    ProcessHandle process =
        ProcessHandle.of(pid)
            .filter(ProcessHandle::isAlive)
            .orElseThrow(() -> refused("there is no process " + pid));
    if (pid == ProcessHandle.current().pid()) {
      throw refused("process " + pid + " is this jpgo itself");
    }
    String owner = process.info().user().orElse("");
    String self = System.getProperty("user.name");
    if (!owner.isEmpty() && !owner.equals(self) && !self.equals("root")) {
      throw refused("process " + pid + " belongs to user " + owner + ", jpgo runs as " + self);
    }
    Path folder = Path.of("/proc", Long.toString(pid));
    if (Files.isDirectory(folder)) {
      checkLinux(pid, folder);
    }
  }

  private static void checkLinux(long pid, Path folder) {
    try {
      if (!Files.readString(folder.resolve("maps"), StandardCharsets.ISO_8859_1)
          .contains("/libjvm.so")) {
        throw refused("process " + pid + " is no JVM");
      }
      if (!catches(Files.readString(folder.resolve("status"), StandardCharsets.ISO_8859_1))) {
        throw refused("JVM " + pid + " takes no attach signal (just starting, or -Xrs)");
      }
    } catch (IOException e) {
      throw refused("process " + pid + " cannot be looked at: " + e.getMessage());
    }
  }

  /** Whether a process handles SIGQUIT, by the text of its {@code /proc/PID/status}. */
  static boolean catches(String status) {
    for (String line : status.lines().toList()) {
      if (line.startsWith("SigCgt:")) {
        long mask = Long.parseUnsignedLong(line.substring("SigCgt:".length()).trim(), 16);
        return (mask & 1L << (SIGQUIT - 1)) != 0;
      }
    }
    return true;
  }

  private static CliException refused(String why) {
    return new CliException(ExitCode.BAD_JVM, why);
  }
}
