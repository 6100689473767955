package dev.jpgo.agent.warm;

import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.cache.Texts;
import dev.jpgo.core.profile.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A file with the optimizer's results, in a folder that processes may share. It is written whole,
 * to a temporary that is renamed, so that whoever reads sees one writer's file or another's. Of two
 * that write at the same time the last one's entries stay, and the other's are made again one day.
 */
public final class CacheFile {
  private static final long MAGIC = 0x6A70676F436F6432L; // jpgoCod2
  private static final String SUFFIX = ".jpgocache";

  /** Nobody takes so long to write a file. */
  private static final long ABANDONED_MILLIS = 3_600_000;

  private static final int MOST_ENTRIES = 1 << 20;

  private final Path file;
  private final String key;
  private final long maxBytes;
  private long written;

  /**
   * @param folder where it is
   * @param program tells programs apart; a part of a file name
   * @param key everything about this JVM and the agent that code depends on, as text
   * @param maxBytes bound on all files of the folder together
   */
  CacheFile(Path folder, String program, String key, long maxBytes) {
    CRC32 crc = new CRC32();
    crc.update(key.getBytes(StandardCharsets.UTF_8));
    this.file = folder.resolve(program + '-' + Long.toHexString(crc.getValue()) + SUFFIX);
    this.key = key;
    this.maxBytes = maxBytes;
  }

  /**
   * Reads what there is. Of a file that is damaged, or of another JVM, as much as is whole.
   *
   * @throws IOException when the folder cannot be used, or the file cannot be read
   */
  public static CodeCache open(Path folder, String program, String key, long maxBytes)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      create(folder);
    }
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")
        && Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(folder + " can be written by anyone: what is in it would be run");
    }
    CacheFile file = new CacheFile(folder, program, key, maxBytes);
    if (!Files.exists(file.file)) {
      return new CodeCache(file, new Texts());
    }
    if (Files.size(file.file) > maxBytes) {
      throw new IOException(file.file + " is larger than cache.size allows");
    }
    return file.read(Files.readAllBytes(file.file));
  }

  private static void create(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(e.getFile() + " is no directory", e);
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "" : ": " + e.getReason();
      throw new IOException("the directory cannot be made" + reason, e);
    }
  }

  private CodeCache read(byte[] bytes) {
    CodeCache cache = new CodeCache(this, new Texts());
    try {
      Source source = new Source(bytes);
      boolean known = source.word() == MAGIC;
      if (!known || !new String(source.bytes(), StandardCharsets.UTF_8).equals(key)) {
        cache.damage();
        return cache;
      }
      int sum = (int) source.word();
      byte[] table = source.bytes();
      if (sum(table) != sum) {
        cache.damage();
        return cache;
      }
      cache = new CodeCache(this, Texts.read(new Source(table)));
      entries(source, cache);
    } catch (IllegalArgumentException e) {
      cache.damage(); // what was read before is whole
    }
    return cache;
  }

  private static void entries(Source source, CodeCache into) {
    int count = source.number(MOST_ENTRIES);
    for (int i = 0; i < count; i++) {
      CodeCache.Place place =
          new CodeCache.Place(text(source), text(source), text(source), text(source));
      int checksum = (int) source.word();
      into.load(new CodeCache.Entry(place, source.bytes(), checksum));
    }
    if (!source.isAtEnd()) {
      throw new IllegalArgumentException("more than the entries");
    }
  }

  private static String text(Source source) {
    return new String(source.bytes(), StandardCharsets.UTF_8);
  }

  /** Of an entry: of what it says, and of what it is about. */
  static int checksum(CodeCache.Place place, byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    String of = place.owner() + '\n' + place.loader() + '\n' + place.name() + place.descriptor();
    crc.update(of.getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  private static int sum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** The content of a file of these entries, as far as they fit. */
  byte[] encode(Texts texts, List<CodeCache.Entry> entries) {
    Sink table = new Sink();
    texts.write(table);
    byte[] tableBytes = table.toBytes();
    List<CodeCache.Entry> fitting = new ArrayList<>();
    long size = tableBytes.length + key.length() + 64L;
    for (CodeCache.Entry entry : entries) {
      size += entry.bytes().length + 200L;
      if (size <= maxBytes) {
        fitting.add(entry);
      }
    }
    Sink sink = new Sink();
    sink.word(MAGIC);
    sink.bytes(key.getBytes(StandardCharsets.UTF_8));
    sink.word(sum(tableBytes));
    sink.bytes(tableBytes);
    sink.number(fitting.size());
    for (CodeCache.Entry entry : fitting) {
      text(sink, entry.place().owner());
      text(sink, entry.place().loader());
      text(sink, entry.place().name());
      text(sink, entry.place().descriptor());
      sink.word(entry.checksum());
      sink.bytes(entry.bytes());
    }
    return sink.toBytes();
  }

  /**
   * Writes a file, and makes room for it in the folder; any thread.
   *
   * @param number of the content: nothing happens when one with a higher number has been written
   */
  synchronized void write(byte[] content, long number) throws IOException {
    if (number > written) {
      DurableFile.replace(file, content);
      written = number;
      trim();
    }
  }

  private static void text(Sink sink, String text) {
    sink.bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private record Found(Path path, long size, long time) {}

  /** Deletes the oldest files until the folder is within its bound, and what writers left. */
  private void trim() throws IOException {
    List<Found> files = new ArrayList<>();
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      return;
    }
    long total = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + SUFFIX + "*")) {
      for (Path path : all) {
        Found found = new Found(path, Files.size(path), Files.getLastModifiedTime(path).toMillis());
        if (!path.toString().endsWith(SUFFIX)) {
          if (System.currentTimeMillis() - found.time > ABANDONED_MILLIS) {
            Files.deleteIfExists(path);
          }
        } else {
          total += found.size;
          files.add(found);
        }
      }
    }
    while (total > maxBytes && files.size() > 1) {
      Found oldest = files.get(0);
      for (Found each : files) {
        oldest = each.time < oldest.time ? each : oldest;
      }
      files.remove(oldest);
      if (!oldest.path.getFileName().equals(file.getFileName())) {
        Files.deleteIfExists(oldest.path);
        total -= oldest.size;
      }
    }
  }
}
