package dev.jpgo.jmh;

import java.nio.file.Files;
import java.nio.file.Path;

/** A file cannot be written where it is wanted. */
final class BadPlace extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private BadPlace(Path file, String why) {
    super("cannot write " + file + ": " + why);
  }

  /**
   * Finds out before minutes are spent on what goes there.
   *
   * @throws BadPlace if the file cannot be written
   */
  static void check(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw new BadPlace(file, "it is a folder");
    } else if (!Files.isDirectory(folder)) {
      throw new BadPlace(file, "there is no folder " + folder);
    } else if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new BadPlace(file, "no permission");
    }
  }
}
