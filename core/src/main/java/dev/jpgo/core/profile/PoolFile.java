package dev.jpgo.core.profile;

import dev.jpgo.core.collect.Ordering;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file into which many processes merge their counts.
 *
 * <p>Whoever calls {@link #absorb} holds the file's lock. It reads the file, adds to it, writes a
 * temporary, forces that to disk and renames it, so a process that dies at any moment leaves the
 * old file or the new one. A process that does not get the lock {@linkplain #leave leaves} its
 * counts in a <em>part</em> beside the file; the next to absorb takes the parts over. It names them
 * in the new file before it deletes them: a process that dies in between leaves parts that are
 * counted already, and the next knows them by their names. So every profile is counted once,
 * whatever dies when.
 */
public final class PoolFile {
  static final String PART = ".part";

  /** Parts taken over at once, so that one process does not pay for a thousand. */
  private static final int MAX_PARTS = 64;

  /** Nobody takes so long to write a file. */
  private static final long ABANDONED_MILLIS = 3_600_000;

  private final Path file;

  public PoolFile(Path file) throws IOException {
    this.file = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
  }

  /**
   * What {@link #absorb} did.
   *
   * @param parts how many parts were taken over
   * @param damaged a line for each part that could not be read; it stays where it is
   */
  public record Outcome(int parts, List<String> damaged) {}

  /** Where its lock is. */
  public Path lockFile() {
    return sibling(".lock");
  }

  /** Bytes that the file's content and that of its parts take in memory, roughly; 0 for none. */
  public long contentBytes() throws IOException {
    long bytes = contentBytes(file);
    for (Path part : parts()) {
      bytes += contentBytes(part);
    }
    return bytes;
  }

  private static long contentBytes(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      byte[] head = bytes(channel, 0, ProfileEnvelope.HEAD);
      if (!ProfileEnvelope.isOne(head) || ProfileEnvelope.fileLength(head) != size) {
        return size; // it will be refused; the end of one that is cut off says nothing
      }
      return ProfileEnvelope.contentLength(bytes(channel, size - 4, 4));
    }
  }

  private static byte[] bytes(FileChannel channel, long from, int number) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(number);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {
      continue;
    }
    return bytes.array();
  }

  /**
   * Adds a profile to the file, and the parts beside it. The caller holds the lock.
   *
   * @throws IOException when the file cannot be read or written, or is damaged: it stays as it was
   */
  public Outcome absorb(Profile own) throws IOException {
    PoolContent before = content();
    ProfileMerger merger = new ProfileMerger().add(before.profile(), 1).add(own, 1);
    List<Path> taken = new ArrayList<>();
    List<String> named = new ArrayList<>();
    List<String> damaged = new ArrayList<>();
    for (Path part : parts()) {
      String name = String.valueOf(part.getFileName());
      if (before.absorbed().contains(name)) {
        if (!deleted(part)) {
          named.add(name);
        }
      } else if (taken.size() < MAX_PARTS) {
        try {
          merger.add(ProfileFile.read(part), 1);
          taken.add(part);
          named.add(name);
        } catch (IOException e) {
          damaged.add(String.valueOf(e.getMessage()));
        }
      }
    }
    Path temporary = sibling(".merging");
    DurableFile.force(temporary, ProfileEncoder.encode(merger.result(), named));
    rename(temporary, file);
    for (Path part : taken) {
      deleted(part);
    }
    clear();
    return new Outcome(taken.size(), damaged);
  }

  /**
   * Leaves a profile beside the file, for the next to {@link #absorb}.
   *
   * @param id different for every process and time, in any folder that processes share
   * @return where it was left
   */
  public Path leave(Profile own, String id) throws IOException {
    Path part = sibling("." + id + PART);
    Path temporary = sibling("." + id + ".tmp");
    try {
      DurableFile.force(temporary, ProfileFile.encode(own));
      rename(temporary, part);
    } finally {
      Files.deleteIfExists(temporary);
    }
    return part;
  }

  /** Parts beside the file, by name. */
  public List<Path> parts() throws IOException {
    return siblings(PART);
  }

  private List<Path> siblings(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    String start = file.getFileName() + ".";
    try (DirectoryStream<Path> folder = Files.newDirectoryStream(folder())) {
      for (Path each : folder) {
        String name = String.valueOf(each.getFileName());
        if (name.startsWith(start) && name.endsWith(ending)) {
          found.add(each);
        }
      }
    }
    Ordering.sort(found);
    return found;
  }

  private PoolContent content() throws IOException {
    return Files.exists(file)
        ? ProfileFile.readAll(file)
        : new PoolContent(Profile.EMPTY, List.of());
  }

  /**
   * The file's counts, if it is there, and those of parts that wait to be taken over. A writer at
   * work may come in between: then it fails, or some counts are missing.
   *
   * @throws IOException when one of them cannot be read
   */
  public Profile total() throws IOException {
    PoolContent content = content();
    ProfileMerger merger = new ProfileMerger().add(content.profile(), 1);
    for (Path part : parts()) {
      if (!content.absorbed().contains(String.valueOf(part.getFileName()))) {
        merger.add(ProfileFile.read(part), 1);
      }
    }
    return merger.result();
  }

  /**
   * Deletes what processes left that were killed while they left a part. The time is that of the
   * file system, which other hosts see alike. Whatever goes wrong here is left to the next: the
   * counts are in the file already, and a failure would have them left beside it once more.
   */
  private void clear() {
    try {
      long now = Files.getLastModifiedTime(file).toMillis();
      for (Path abandoned : siblings(".tmp")) {
        deleteIfOld(abandoned, now);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return; // the next tries again
    }
  }

  private static void deleteIfOld(Path abandoned, long now) {
    try {
      if (now - Files.getLastModifiedTime(abandoned).toMillis() > ABANDONED_MILLIS) {
        Files.deleteIfExists(abandoned);
      }
    } catch (IOException e) {
      return; // finished just now, or not ours to delete
    }
  }

  private static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** One that cannot be deleted stays named in the file, and is not counted again. */
  private static boolean deleted(Path part) {
    try {
      Files.deleteIfExists(part);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private Path folder() throws IOException {
    Path folder = file.getParent();
    if (folder == null) {
      throw new IOException(file + " is no file");
    }
    return folder;
  }

  private Path sibling(String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
