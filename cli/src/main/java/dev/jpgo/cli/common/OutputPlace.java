package dev.jpgo.cli.common;

import java.nio.file.Files;
import java.nio.file.Path;

/** Checks early that a file can be written, before a program is started for it. */
public final class OutputPlace {
  private OutputPlace() {}

  /**
   * The absolute form of a file to write.
   *
   * @throws CliException when its folder does not exist or nothing can be written there
   */
  public static Path check(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    if (folder == null || Files.isDirectory(absolute)) {
      throw new CliException(ExitCode.BAD_OUTPUT, "cannot write " + file + ": it is a folder");
    }
    if (!Files.isDirectory(folder)) {
      throw new CliException(
          ExitCode.BAD_OUTPUT, "cannot write " + file + ": there is no folder " + folder);
    }
    if (!Files.isWritable(Files.exists(absolute) ? absolute : folder)) {
      throw new CliException(ExitCode.BAD_OUTPUT, "cannot write " + file + ": no permission");
    }
    return absolute;
  }
}
