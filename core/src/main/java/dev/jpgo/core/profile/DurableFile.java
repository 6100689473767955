package dev.jpgo.core.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are written whole, down to the disk. */
public final class DurableFile {
  private DurableFile() {}

  /**
   * Writes a file so that a reader, or a crash at any moment, sees either the old file or the new
   * one: a temporary beside it, forced to disk, then renamed.
   *
   * @throws IOException when the place cannot be written; nothing is left behind then
   */
  public static void replace(Path target, byte[] bytes) throws IOException {
    Path temporary =
        target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    try {
      force(temporary, bytes);
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Writes a file that must not be there yet, or may be overwritten. */
  static void force(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }
}
