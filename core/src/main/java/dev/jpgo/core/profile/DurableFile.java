package dev.jpgo.core.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are written whole, down to the disk. */
public final class DurableFile {
  private static final int MAX_LINKS = 40;
  private static final Path DEVICES = Path.of("/dev");
  private static final Path PROCESSES = Path.of("/proc");

  private DurableFile() {}

  /**
   * Writes to where a path leads, links followed. A regular file is {@link #replace replaced}, or
   * written over where its folder may not be written, or where it is mounted by itself, as into a
   * container. What exists and is none, such as a pipe, is written to directly; and to what a
   * process has open, as by {@code /dev/stdout}, is added, for it would go on writing to the file
   * that was replaced.
   *
   * @throws IOException when the place cannot be written; nothing is left behind then
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    Path target = follow(file);
    boolean opened = isOpened(target);
    if (!opened && !Files.exists(target)) {
      replace(target, bytes);
    } else if (Files.exists(target) && !Files.isRegularFile(target)) {
      Files.write(target, bytes, StandardOpenOption.WRITE);
    } else if (opened) {
      Files.write(target, bytes, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    } else if (!Files.isWritable(folder(target))) {
      overwrite(target, bytes);
    } else {
      try {
        replace(target, bytes);
      } catch (FileSystemException e) {
        if (e.getOtherFile() == null) {
          throw e; // it did not come to the renaming
        }
        overwrite(target, bytes);
      }
    }
  }

  /**
   * Keeps what is there if the disk has no room for more: the file has the room for that as long as
   * it is not cut.
   */
  private static void overwrite(Path file, byte[] bytes) throws IOException {
    byte[] before = Files.readAllBytes(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      try {
        fill(channel, bytes);
      } catch (IOException e) {
        channel.position(0);
        fill(channel, before);
        throw e;
      }
    }
  }

  private static Path folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file : parent;
  }

  /** Where links lead to, be there a file or not, or to which of what a process has open. */
  private static Path follow(Path file) throws IOException {
    Path at = file.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(at) && !isOpened(at); links++) {
      if (links == MAX_LINKS) {
        throw new FileSystemLoopException(file.toString());
      }
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    return at;
  }

  /** Not in /dev/shm, which has files as any other folder. */
  private static boolean isOpened(Path path) throws IOException {
    Path parent = path.getParent();
    if (parent == null) {
      return false;
    }
    Path folder = parent.toRealPath();
    return folder.equals(DEVICES) || folder.startsWith(PROCESSES);
  }

  /**
   * Writes a file so that a reader, or a crash at any moment, sees either the old file or the new
   * one: a temporary beside it, forced to disk, then renamed.
   *
   * @throws IOException when the place cannot be written; nothing is left behind then
   */
  public static void replace(Path target, byte[] bytes) throws IOException {
    String who = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
    Path temporary = target.resolveSibling(target.getFileName() + "." + who + ".tmp");
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
      fill(channel, bytes);
    }
  }

  private static void fill(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    channel.truncate(bytes.length);
    channel.force(true);
  }
}
