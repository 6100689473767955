package dev.jpgo.agent.events;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are written once, whole, at the end. */
public final class Outputs {
  private Outputs() {}

  /**
   * Finds out early what would fail late.
   *
   * @return why a file could not be written at this place, or an empty string when it could
   */
  public static String whyUnwritable(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      return "is a directory";
    }
    if (Files.exists(file)) {
      return Files.isWritable(file) ? "" : "is not writable";
    }
    if (parent == null || !Files.isDirectory(parent)) {
      return "its directory does not exist";
    }
    return Files.isWritable(parent) ? "" : "its directory is not writable";
  }

  /**
   * Writes text so that a reader sees the old file or the new one, never half of it. What exists
   * and is no regular file, such as a pipe, is written to directly.
   *
   * @throws IOException when it cannot be written
   */
  public static void write(Path file, String text) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      Files.writeString(file, text);
      return;
    }
    Path target = file.toAbsolutePath();
    Path temporary =
        target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    try {
      Files.writeString(temporary, text);
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
