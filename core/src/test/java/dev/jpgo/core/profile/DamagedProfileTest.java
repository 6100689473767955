package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedProfileTest {
  private static final byte[] GOOD = ProfileFile.encode(ProfileFixtures.rich());

  @TempDir Path folder;

  @Test
  void everySingleBitThatFlipsIsNoticed() {
    for (int at = 0; at < GOOD.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] bytes = GOOD.clone();
        bytes[at] ^= (byte) (1 << bit);
        assertRefused(bytes);
      }
    }
  }

  @Test
  void everyTruncationIsNoticed() {
    for (int length = 0; length < GOOD.length; length++) {
      assertRefused(Arrays.copyOf(GOOD, length));
    }
  }

  @Test
  void randomMutationsAreNoticed() {
    Random random = new Random(42);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = mutated(random);
      if (!Arrays.equals(bytes, GOOD)) {
        assertRefused(bytes);
      }
    }
  }

  /** Past the checksums, too, only the documented exception comes out. */
  @Test
  void mutationsUnderMatchingChecksumsNeverCrashTheReader() throws IOException {
    Random random = new Random(43);
    int accepted = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = mutated(random);
      seal(bytes);
      try {
        byte[] again = ProfileFile.encode(ProfileFile.decode(bytes));
        assertTrue(again.length > 0);
        accepted++;
      } catch (ProfileFormatException e) {
        assertClear(e);
      }
    }
    assertTrue(accepted > 0, "some changes of a count are a valid profile again");
  }

  @Test
  void whatIsNoProfileIsCalledThat() throws IOException {
    assertEquals("no jpgo profile: the file is empty", messageFor(new byte[0]));
    assertEquals(
        "no jpgo profile: it does not begin with JPGO",
        messageFor("<?xml version='1.0'?> hello".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aNewerFormatIsNamed() {
    byte[] bytes = GOOD.clone();
    bytes[4] = 9;
    seal(bytes);
    assertEquals("profile of format 9; this jpgo reads format 1", messageFor(bytes));
  }

  @Test
  void aTruncatedFileSaysHowLongItWas() {
    byte[] bytes = Arrays.copyOf(GOOD, 100);
    assertEquals("damaged profile: 100 bytes long, written with " + GOOD.length, messageFor(bytes));
  }

  @Test
  void aSectionThatOnlyANewerReaderKnowsIsSkipped() throws IOException {
    byte[] bytes = Arrays.copyOf(GOOD, GOOD.length + 15);
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(8, bytes.length);
    file.putInt(GOOD.length, 200).putInt(GOOD.length + 4, 3);
    seal(bytes);
    assertEquals(22, ProfileFile.decode(bytes).methods().size());
  }

  @Test
  void theMessageNamesTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("x.jpgo"), "nonsense nonsense");
    ProfileFormatException e =
        assertThrows(ProfileFormatException.class, () -> ProfileFile.read(file));
    assertEquals(file + ": no jpgo profile: it does not begin with JPGO", e.getMessage());
  }

  private static byte[] mutated(Random random) {
    byte[] bytes = GOOD.clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] = (byte) 0xFF;
        case 2 ->
            System.arraycopy(
                GOOD,
                random.nextInt(bytes.length - at),
                bytes,
                at,
                Math.min(8, bytes.length - at) / 2);
        default -> bytes[at]++;
      }
    }
    return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  /** Makes every checksum right again, as far as the lengths still lead from one to the next. */
  private static void seal(byte[] bytes) {
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

  private static void assertRefused(byte[] bytes) {
    messageFor(bytes);
  }

  private static void assertClear(ProfileFormatException e) {
    String message = String.valueOf(e.getMessage());
    assertFalse(message.isEmpty() || message.contains("\n"), message);
  }
}
