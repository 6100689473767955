package dev.jpgo.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** Whether all that was printed has arrived: print streams keep their failures to themselves. */
final class StandardOutput {
  private StandardOutput() {}

  /** Whether some of it was lost, and not because a reader had seen enough, as {@code head} has. */
  static boolean isCut(CommandLine line) {
    line.getOut().flush();
    return System.out.checkError() && !goesToReader();
  }

  /** Writing to a pipe or socket fails when its other end is closed. */
  private static boolean goesToReader() {
    Path link = Path.of("/proc/self/fd/1");
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:");
    } catch (IOException | UnsupportedOperationException e) {
      return true; // a system that does not tell: a pipe is the usual case
    }
  }
}
