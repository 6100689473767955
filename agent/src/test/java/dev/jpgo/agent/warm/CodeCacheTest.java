package dev.jpgo.agent.warm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.core.cache.Facts;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.phase.CompileStats;
import dev.jpgo.core.world.FlagField;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of optimized code, and what may happen to it. */
class CodeCacheTest {
  private static final long ROOM = 1 << 20;

  @TempDir Path folder;

  @BeforeEach
  void keepsOthersOut() throws IOException {
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private CodeCache open(String program, String key) throws IOException {
    return CacheFile.open(folder, program, key, ROOM);
  }

  private static Version version(String name, byte[] code) {
    Facts.Entity owner = new Facts.Entity("a/Class", 7, true, 0, false, false);
    Facts facts = new Facts(List.of(owner), List.of(), List.of(), List.of(), List.of());
    return new Version(
        name,
        "()V",
        facts,
        List.of(),
        new CompileStats(1, 2, 3, 4),
        new Version.Better(code, new FlagField("a/Flags", "f1", "m1"), Map.of()));
  }

  private Path write(String program, String key, int methods) throws IOException {
    CodeCache cache = open(program, key);
    for (int i = 0; i < methods; i++) {
      cache.keep("a/Class", "app", version("method" + i, new byte[] {1, 2, (byte) i}));
    }
    cache.write();
    return files().stream()
        .filter(each -> each.getFileName().toString().startsWith(program))
        .findFirst()
        .orElseThrow();
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(files::add);
    }
    return files;
  }

  private static byte[] code(CodeCache cache, String method) {
    CodeCache.Entry entry = cache.find("a/Class", "app", method, "()V");
    assertNotNull(entry, method);
    Version version = cache.version(entry);
    assertNotNull(version, method);
    return ((Version.Better) version.outcome()).classFile();
  }

  @Test
  void whatWasKeptIsThereAtTheNextStart() throws IOException {
    write("program", "key", 3);
    CodeCache cache = open("program", "key");
    assertEquals(3, cache.loaded());
    assertArrayEquals(new byte[] {1, 2, 1}, code(cache, "method1"));
    assertEquals(List.of(), cache.ofClass("a/Class", "boot"));
    assertEquals(0, cache.damaged());
    assertEquals(1, files().size());
  }

  @Test
  void whatIsAddedOrDroppedLaterLeavesTheRest() throws IOException {
    write("program", "key", 3);
    CodeCache cache = open("program", "key");
    cache.keep("b/Class", "app", version("more", new byte[] {9}));
    cache.drop(cache.find("a/Class", "app", "method0", "()V"));
    cache.keep("a/Class", "app", version("method1", new byte[] {8}));
    cache.write();
    CodeCache next = open("program", "key");
    assertEquals(3, next.loaded());
    assertArrayEquals(new byte[] {8}, code(next, "method1"));
    assertArrayEquals(new byte[] {1, 2, 2}, code(next, "method2"));
    assertEquals(1, next.ofClass("b/Class", "app").size());
  }

  @Test
  void whatWasKeptFirstComesFirstInAllLaterStarts() throws IOException {
    CodeCache first = open("program", "key");
    for (String name : List.of("c", "a", "b")) {
      first.keep(name + "/Class", "app", version(name, new byte[] {1}));
    }
    first.write();
    CodeCache second = open("program", "key");
    second.keep("0/Class", "app", version("0", new byte[] {2}));
    second.keep("a/Class", "app", version("a", new byte[] {2}));
    second.write();
    CodeCache third = open("program", "key");
    List<Integer> ranks = new ArrayList<>();
    for (String name : List.of("c", "a", "b", "0")) {
      ranks.add(third.find(name + "/Class", "app", name, "()V").rank());
    }
    assertEquals(List.of(0, 1, 2, 3), ranks);
  }

  @Test
  void whatWasTakenEarlierDoesNotReplaceWhatWasTakenLater() throws IOException {
    CodeCache cache = open("program", "key");
    cache.keep("a/Class", "app", version("first", new byte[] {1}));
    CodeCache.Content early = cache.take();
    assertNull(cache.take());
    cache.keep("a/Class", "app", version("second", new byte[] {2}));
    cache.write();
    early.write();
    assertEquals(2, open("program", "key").loaded());
  }

  @Test
  void itIsWrittenWhenNothingHasBeenAddedForAWhile() throws IOException {
    CodeCache cache = open("program", "key");
    CacheWriter writer = new CacheWriter(cache, new Log(System.err, LogLevel.WARN), 0);
    writer.round(0);
    cache.keep("a/Class", "app", version("first", new byte[] {1}));
    writer.round(1_000_000_000);
    cache.keep("a/Class", "app", version("second", new byte[] {2}));
    writer.round(2_000_000_000);
    writer.round(3_900_000_000L);
    assertTrue(cache.isChanged());
    writer.round(4_000_000_000L);
    assertFalse(cache.isChanged());
    awaitEntries(2);
  }

  private void awaitEntries(int count) throws IOException {
    long end = System.nanoTime() + 60_000_000_000L;
    while (open("program", "key").loaded() < count && System.nanoTime() < end) {
      Thread.yield();
    }
    assertEquals(count, open("program", "key").loaded());
  }

  @Test
  void itIsWrittenFromTimeToTimeHoweverOftenSomethingIsAdded() throws IOException {
    CodeCache cache = open("program", "key");
    CacheWriter writer = new CacheWriter(cache, new Log(System.err, LogLevel.WARN), 0);
    for (int second = 1; second <= 11; second++) {
      assertEquals(second > 1, cache.isChanged());
      cache.keep("a/Class", "app", version("method" + second, new byte[] {1}));
      writer.round(second * 1_000_000_000L);
    }
    assertFalse(cache.isChanged());
    awaitEntries(11);
  }

  @Test
  void anotherProgramOrJvmHasAFileOfItsOwn() throws IOException {
    write("program", "key", 3);
    assertEquals(0, open("program", "another key").loaded());
    assertEquals(0, open("other", "key").loaded());
  }

  @Test
  void aFileThatIsNotOfThisKeyIsNotUsed() throws IOException {
    Path file = write("program", "key", 3);
    Path other = write("other", "another key", 2);
    Files.write(file, Files.readAllBytes(other));
    CodeCache cache = open("program", "key");
    assertEquals(0, cache.loaded());
    assertEquals(1, cache.damaged());
  }

  @Test
  void damagedEntriesAreLeftOutAndNothingElseIsReadInTheirPlace() throws IOException {
    Path file = write("program", "key", 20);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(3);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = whole.clone();
      int at = random.nextInt(bytes.length);
      bytes[at] ^= (byte) (1 + random.nextInt(255));
      int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
      Files.write(file, java.util.Arrays.copyOf(bytes, length));
      CodeCache cache = open("program", "key");
      int whole20 = 0;
      for (int m = 0; m < 20; m++) {
        CodeCache.Entry entry = cache.find("a/Class", "app", "method" + m, "()V");
        Version version = entry == null ? null : cache.version(entry);
        if (version != null) {
          whole20++;
          byte[] code = ((Version.Better) version.outcome()).classFile();
          assertArrayEquals(new byte[] {1, 2, (byte) m}, code);
        }
      }
      assertTrue(whole20 < 20 || cache.damaged() > 0 || length == bytes.length, "byte " + at);
      assertTrue(whole20 == 20 || cache.damaged() > 0 || cache.loaded() == 20, "byte " + at);
    }
  }

  @Test
  void theOldestFilesMakeRoom() throws IOException {
    Path old = write("old", "key", 20);
    Files.setLastModifiedTime(old, FileTime.fromMillis(1000));
    long size = Files.size(old);
    CodeCache small = CacheFile.open(folder, "program", "key", size + size / 2);
    for (int i = 0; i < 18; i++) {
      small.keep("a/Class", "app", version("method" + i, new byte[200]));
    }
    small.write();
    assertFalse(Files.exists(old));
    assertEquals(1, files().size());
    assertTrue(Files.size(files().get(0)) <= size + size / 2);
  }

  @Test
  void aFolderThatEveryoneMayWriteToIsRefused() throws IOException {
    Assumptions.assumeTrue(
        Files.getFileStore(folder).supportsFileAttributeView("posix"), "no permissions here");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThrows(IOException.class, () -> open("program", "key"));
  }

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    IOException refused =
        assertThrows(IOException.class, () -> CacheFile.open(file, "program", "key", ROOM));
    assertEquals(file + " is no directory", refused.getMessage());
  }
}
