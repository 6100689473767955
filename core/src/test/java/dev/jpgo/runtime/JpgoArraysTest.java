package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is done by words is what is done one by one; of every length, from every index. */
class JpgoArraysTest {
  private static final int LONGEST = 45;

  private final Random random = new Random(11);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private char[] chars(int length, int below) {
    char[] chars = new char[length];
    for (int i = 0; i < length; i++) {
      chars[i] = (char) random.nextInt(below);
    }
    return chars;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void hashes() {
    for (int length = 0; length < LONGEST; length++) {
      for (int i = 0; i < 20; i++) {
        byte[] bytes = bytes(length);
        assertEquals(text(bytes).hashCode(), JpgoArrays.hash(bytes));
        char[] chars = chars(length, 1 << 16);
        assertEquals(Arrays.hashCode(chars), JpgoArrays.hash(chars));
      }
      byte[] most = new byte[length];
      Arrays.fill(most, (byte) -1);
      assertEquals(text(most).hashCode(), JpgoArrays.hash(most));
      char[] mostChars = new char[length];
      Arrays.fill(mostChars, '\uffff');
      assertEquals(Arrays.hashCode(mostChars), JpgoArrays.hash(mostChars));
    }
    assertEquals(0, JpgoArrays.hash((char[]) null));
  }

  @Test
  void equalityAndOrder() {
    for (int length = 0; length < LONGEST; length++) {
      byte[] one = bytes(length);
      assertTrue(JpgoArrays.equal(one, one.clone()));
      assertEquals(0, JpgoArrays.compare(one, one.clone()));
      assertFalse(JpgoArrays.equal(one, Arrays.copyOf(one, length + 1)));
      for (int at = 0; at < length; at++) {
        byte[] other = one.clone();
        other[at] ^= (byte) (1 << random.nextInt(8));
        assertFalse(JpgoArrays.equal(one, other), length + " at " + at);
        assertEquals(text(one).compareTo(text(other)), JpgoArrays.compare(one, other));
        byte[] shorter = Arrays.copyOf(other, at);
        assertEquals(text(one).compareTo(text(shorter)), JpgoArrays.compare(one, shorter));
        assertEquals(text(shorter).compareTo(text(one)), JpgoArrays.compare(shorter, one));
      }
    }
  }

  @Test
  void firstIndex() {
    for (int length = 0; length < LONGEST; length++) {
      byte[] bytes = bytes(length);
      for (int i = 0; i < length; i++) {
        bytes[i] &= 3; // neighbours of what is sought are often one less or more
      }
      for (int from = 0; from <= length; from++) {
        for (int to = from; to <= length; to++) {
          int sought = random.nextInt(5) | random.nextInt(3) << 7;
          int expected = -1;
          for (int i = to - 1; i >= from; i--) {
            expected = bytes[i] == (byte) sought ? i : expected;
          }
          assertEquals(expected, JpgoArrays.indexOf(bytes, sought, from, to));
        }
      }
    }
    byte[] few = new byte[20];
    assertThrows(IndexOutOfBoundsException.class, () -> JpgoArrays.indexOf(few, 1, 3, 21));
    assertThrows(IndexOutOfBoundsException.class, () -> JpgoArrays.indexOf(few, 1, -1, 20));
    assertEquals(-1, JpgoArrays.indexOf(few, 1, 3, Integer.MIN_VALUE));
    assertEquals(-1, JpgoArrays.indexOf(few, 1, Integer.MAX_VALUE, 20));
  }

  @Test
  void bytesBecomeChars() {
    for (int length = 0; length < LONGEST; length++) {
      for (int from = 0; from < 9; from++) {
        for (int to = 0; to < 9; to++) {
          byte[] bytes = bytes(from + length + 1);
          char[] chars = chars(to + length + 2, 1 << 16);
          char[] expected = chars.clone();
          for (int i = 0; i < length; i++) {
            expected[to + i] = (char) (bytes[from + i] & 0xff);
          }
          JpgoArrays.inflate(bytes, from, chars, to, length);
          assertArrayEquals(expected, chars);
        }
      }
    }
    byte[] bytes = bytes(20);
    char[] chars = new char[20];
    assertThrows(IndexOutOfBoundsException.class, () -> JpgoArrays.inflate(bytes, 5, chars, 0, 16));
    assertEquals(bytes[19] & 0xff, chars[14]); // what there was before has been done, as ever
  }

  @Test
  void charsBecomeBytes() {
    for (int length = 0; length < LONGEST; length++) {
      for (int from = 0; from < 9; from++) {
        for (int to = 0; to < 9; to++) {
          char[] chars = chars(from + length + 1, 256);
          byte[] bytes = bytes(to + length + 2);
          byte[] expected = bytes.clone();
          for (int i = 0; i < length; i++) {
            expected[to + i] = (byte) chars[from + i];
          }
          boolean done = JpgoArrays.compress(chars, from, bytes, to, length);
          assertEquals(length >= 8, done);
          assertArrayEquals(done ? expected : bytes, bytes);
          if (length > 0) {
            chars[from + random.nextInt(length)] += (char) (1 + random.nextInt(255) << 8);
            assertFalse(JpgoArrays.compress(chars, from, bytes, to, length));
          }
        }
      }
    }
    char[] chars = new char[20];
    assertFalse(JpgoArrays.compress(chars, 5, new byte[20], 0, 16));
    assertFalse(JpgoArrays.compress(chars, 0, new byte[20], 5, 16));
    assertFalse(JpgoArrays.compress(chars, -1, new byte[20], 0, 16));
    assertFalse(JpgoArrays.compress(chars, 0, new byte[20], 0, -1));
  }

  @Test
  void positiveBytes() {
    for (int length = 0; length < LONGEST; length++) {
      for (int from = 0; from < 9; from++) {
        byte[] bytes = bytes(from + length + 3);
        for (int i = from; i < from + length; i++) {
          bytes[i] &= 0x7f;
        }
        assertTrue(JpgoArrays.arePositive(bytes, from, length));
        if (length > 0) {
          bytes[from + random.nextInt(length)] |= (byte) 0x80;
          assertFalse(JpgoArrays.arePositive(bytes, from, length));
        }
        assertFalse(JpgoArrays.arePositive(bytes, from, length + 4)); // not known
      }
    }
    assertFalse(JpgoArrays.arePositive(new byte[20], -1, 10));
    assertFalse(JpgoArrays.arePositive(new byte[20], 4, Integer.MAX_VALUE));
  }

  @Test
  void filled() {
    for (int length = 0; length < LONGEST; length++) {
      for (int from = 0; from < 9; from++) {
        int to = from + length;
        byte[] bytes = bytes(to + 2);
        byte[] expectedBytes = bytes.clone();
        char[] chars = chars(to + 2, 1 << 16);
        char[] expectedChars = chars.clone();
        int[] ints = random.ints(to + 2).toArray();
        int[] expectedInts = ints.clone();
        int value = random.nextInt();
        boolean done = JpgoArrays.fill(bytes, from, to, (byte) value);
        assertEquals(length >= 16, done);
        assertEquals(done, JpgoArrays.fill(chars, from, to, (char) value));
        assertEquals(done, JpgoArrays.fill(ints, from, to, value));
        if (done) {
          Arrays.fill(expectedBytes, from, to, (byte) value);
          Arrays.fill(expectedChars, from, to, (char) value);
          Arrays.fill(expectedInts, from, to, value);
        }
        assertArrayEquals(expectedBytes, bytes);
        assertArrayEquals(expectedChars, chars);
        assertArrayEquals(expectedInts, ints);
      }
    }
    assertFalse(JpgoArrays.fill(new int[40], -1, 40, 1));
    assertFalse(JpgoArrays.fill(new int[40], 0, 41, 1));
    for (int to : new int[] {-1, -17, Integer.MIN_VALUE, Integer.MIN_VALUE + 20}) {
      for (int from : new int[] {0, 7, 40, 1 << 30, Integer.MAX_VALUE}) {
        assertFalse(JpgoArrays.fill(new int[40], from, to, 1));
        assertFalse(JpgoArrays.fill(new char[40], from, to, '1'));
        assertFalse(JpgoArrays.fill(new byte[40], from, to, (byte) 1));
      }
    }
    assertFalse(JpgoArrays.fill((int[]) null, 0, 41, 1));
    assertFalse(JpgoArrays.fill((char[]) null, '1'));
    int[] all = new int[21];
    assertTrue(JpgoArrays.fill(all, 7));
    assertEquals(7 * 21, Arrays.stream(all).sum());
  }
}
