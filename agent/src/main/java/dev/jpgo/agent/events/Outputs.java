package dev.jpgo.agent.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jpgo.core.profile.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
   * Writes text as {@link DurableFile#write} does: a reader sees the old file or the new one, never
   * half of it.
   *
   * @throws IOException when it cannot be written
   */
  public static void write(Path file, String text) throws IOException {
    DurableFile.write(file, text.getBytes(UTF_8));
  }
}
