package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedProfileTest {
  private static final byte[] GOOD = ProfileFile.encode(ProfileFixtures.rich());
  private static byte[] old = {};

  /** What the like of these files may take of memory while they are read, in bytes. */
  private static final long MEMORY = 16 << 20;

  /** As the command has that merges: what is known from one file must not change another. */
  private static final Texts TEXTS = new Texts();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path folder;

  @BeforeAll
  static void aFileOfTheFirstFormatIsThere() throws IOException {
    try (InputStream in = DamagedProfileTest.class.getResourceAsStream("format-1.jpgo")) {
      old = Objects.requireNonNull(in).readAllBytes();
    }
  }

  @Test
  void everySingleBitThatFlipsIsNoticed() {
    for (byte[] good : List.of(GOOD, old)) {
      for (int at = 0; at < good.length; at++) {
        for (int bit = 0; bit < 8; bit++) {
          byte[] bytes = good.clone();
          bytes[at] ^= (byte) (1 << bit);
          messageFor(bytes);
        }
      }
    }
  }

  @Test
  void everyTruncationIsNoticed() {
    for (byte[] good : List.of(GOOD, old)) {
      for (int length = 0; length < good.length; length++) {
        messageFor(Arrays.copyOf(good, length));
      }
    }
  }

  @Test
  void randomMutationsAreNoticed() {
    mutate(2_000, 42);
  }

  @Test
  @Tag("proof")
  void tenThousandMutatedFilesAreNoticed() {
    mutate(10_000, 43);
  }

  private static void mutate(int rounds, long seed) {
    Random random = new Random(seed);
    for (byte[] good : List.of(GOOD, old)) {
      for (int round = 0; round < rounds; round++) {
        byte[] bytes = mutated(good, random);
        if (!Arrays.equals(bytes, good)) {
          messageFor(bytes);
        }
      }
    }
  }

  /** Past the checksums, too, only the documented exception comes out, and memory is bounded. */
  @Test
  void mutationsUnderMatchingChecksumsNeverCrashTheReader() throws IOException {
    survive(4_000, 44);
  }

  @Test
  @Tag("proof")
  void tenThousandMutationsUnderMatchingChecksumsNeverCrashTheReader() throws IOException {
    survive(10_000, 45);
  }

  private static void survive(int rounds, long seed) throws IOException {
    Random random = new Random(seed);
    byte[] content = ProfileEnvelope.unwrap(GOOD);
    int accepted = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] first = mutated(old, random);
      sealOld(first);
      accepted += survives(first) ? 1 : 0;
      ByteSink second = new ByteSink();
      byte[] bytes = mutated(content, random);
      second.bytes(bytes, bytes.length);
      accepted += survives(ProfileEnvelope.wrap(second)) ? 1 : 0;
      byte[] third = mutated(GOOD, random);
      seal(third);
      accepted += survives(third) ? 1 : 0;
    }
    assertTrue(accepted > 0, "some changes of a count are a valid profile again");
  }

  private static boolean survives(byte[] bytes) throws IOException {
    try {
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      Profile profile;
      try {
        profile = ProfileFile.decode(bytes);
      } finally {
        long taken = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertTrue(taken < MEMORY, () -> taken + " bytes for a file of " + bytes.length);
      }
      assertEquals(profile, ProfileFile.decode(bytes, TEXTS));
      byte[] again = ProfileFile.encode(profile);
      assertTrue(again.length > 0);
      return true;
    } catch (ProfileFormatException e) {
      assertClear(e);
      assertThrows(ProfileFormatException.class, () -> ProfileFile.decode(bytes, TEXTS));
      return false;
    }
  }

  @Test
  void whatIsNoProfileIsCalledThat() throws IOException {
    assertEquals("no jpgo profile: the file is empty", messageFor(new byte[0]));
    String not = "no jpgo profile: it does not begin as one";
    assertEquals(not, messageFor("<?xml version='1.0'?> hello".getBytes(StandardCharsets.UTF_8)));
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(other)) {
      gzip.write(new byte[1000]);
    }
    assertEquals(not, messageFor(other.toByteArray()));
  }

  @Test
  void aNewerFormatIsNamed() {
    byte[] bytes = GOOD.clone();
    bytes[16] = 9;
    seal(bytes);
    assertEquals("profile of format 9; this jpgo reads up to 2", messageFor(bytes));
  }

  @Test
  void aTruncatedFileSaysHowLongItWas() {
    byte[] bytes = Arrays.copyOf(GOOD, 100);
    assertEquals("damaged profile: 100 bytes long, written with " + GOOD.length, messageFor(bytes));
  }

  /** A few bytes that say that they unpack to a quarter of a gigabyte take no memory. */
  @Test
  void aContentThatCannotBeAsLongAsItSaysIsRefused() {
    byte[] bytes = GOOD.clone();
    ProfileEnvelope.put(bytes, bytes.length - 4, 1 << 28);
    seal(bytes);
    assertEquals("damaged profile: content of 268435456 bytes", messageFor(bytes));
  }

  @Test
  void fieldsThatOnlyANewerReaderKnowsAreSkipped() throws IOException {
    ByteSink content = new ByteSink();
    byte[] known = ProfileEnvelope.unwrap(GOOD);
    content.field(900, 7);
    content.fixed64Field(901, 8);
    content.bytes(known, known.length);
    content.textField(902, "from the future");
    assertEquals(ProfileFile.decode(GOOD), ProfileFile.decode(ProfileEnvelope.wrap(content)));
  }

  @Test
  void theMessageNamesTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("x.jpgo"), "nonsense nonsense");
    ProfileFormatException e =
        assertThrows(ProfileFormatException.class, () -> ProfileFile.read(file));
    assertEquals(file + ": no jpgo profile: it does not begin as one", e.getMessage());
  }

  private static byte[] mutated(byte[] good, Random random) {
    byte[] bytes = good.clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] = (byte) 0xFF;
        case 2 ->
            System.arraycopy(
                good,
                random.nextInt(bytes.length - at),
                bytes,
                at,
                Math.min(8, bytes.length - at) / 2);
        default -> bytes[at]++;
      }
    }
    return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  /** Makes length and checksum of a file of format 2 right again. */
  private static void seal(byte[] bytes) {
    if (bytes.length >= ProfileEnvelope.HEAD) {
      ProfileEnvelope.put(bytes, 20, bytes.length);
      ProfileEnvelope.put(bytes, 24, ProfileEnvelope.checksum(bytes));
    }
  }

  /** The same for format 1, as far as the lengths still lead from one checksum to the next. */
  private static void sealOld(byte[] bytes) {
    if (bytes.length < Section.PREAMBLE) {
      return;
    }
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(8, bytes.length);
    file.putInt(12, checksum(bytes, 0, 12));
    int at = Section.PREAMBLE;
    while (bytes.length - at >= Section.FRAME) {
      int length = file.getInt(at + 4);
      if (length < 0 || length > bytes.length - at - Section.FRAME) {
        return;
      }
      file.putInt(at + 8 + length, checksum(bytes, at, at + 8 + length));
      at += Section.FRAME + length;
    }
  }

  private static int checksum(byte[] bytes, int start, int end) {
    CRC32 crc = new CRC32();
    crc.update(bytes, start, end - start);
    return (int) crc.getValue();
  }

  private static String messageFor(byte[] bytes) {
    ProfileFormatException e =
        assertThrows(ProfileFormatException.class, () -> ProfileFile.decode(bytes));
    assertClear(e);
    return String.valueOf(e.getMessage());
  }

  private static void assertClear(ProfileFormatException e) {
    String message = String.valueOf(e.getMessage());
    assertFalse(message.isEmpty() || message.contains("\n"), message);
  }
}
