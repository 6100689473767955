package dev.jpgo.cli.common;

import java.nio.file.Files;
import java.nio.file.Path;

/** Checks early that something can be written, before a program is started for it. */
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

  /**
   * The absolute form of a folder to write to. If it is not there it will be made, with those that
   * it is to be in. One that is there may well be good for reading alone.
   *
   * @throws CliException when there is something else in its place, or it cannot be made
   */
  public static Path checkFolder(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    Path there = absolute;
    for (Path above = there.getParent();
        above != null && !Files.exists(there);
        above = above.getParent()) {
      there = above;
    }
    if (!Files.isDirectory(there)) {
      throw new CliException(
          ExitCode.BAD_OUTPUT, "cannot write to " + folder + ": " + there + " is no folder");
    }
    if (!there.equals(absolute) && !Files.isWritable(there)) {
      throw new CliException(ExitCode.BAD_OUTPUT, "cannot make " + folder + ": no permission");
    }
    return absolute;
  }
}
