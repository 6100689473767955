package dev.jpgo.runtime;

/**
 * What some methods of the JDK do element by element to arrays of bytes, chars and ints, a word at
 * a time. HotSpot's optimizing compiler has code of its own for these methods, and C1 has none.
 *
 * <p>Bytes are accessed at any address, which the processor must allow, and wider elements in words
 * whose address is a multiple of eight, so that no element is torn. No word goes beyond what the
 * method may access: each one checks what it is given.
 */
public final class JpgoArrays {
  private static final JpgoWords WORDS = JpgoWords.getUnsafe();

  /** Fewer elements than these are not worth a call. */
  private static final int FEW = 8;

  private static final long HIGH_OF_CHARS = 0xff00_ff00_ff00_ff00L;
  private static final long LOW_OF_CHARS = 0x00ff_00ff_00ff_00ffL;
  private static final long LOW_OF_INTS = 0x0000_ffff_0000_ffffL;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final int TIMES_31_2 = 31 * 31;
  private static final int TIMES_31_4 = TIMES_31_2 * TIMES_31_2;

  /** As much of it as an int holds. */
  private static final int TIMES_31_8 = 0x9444_6f01;

  private JpgoArrays() {}

  /** {@code String.hashCode} of characters of one byte each. */
  public static int hash(byte[] bytes) {
    return bytes.length < FEW ? hash(bytes, 0, 0) : hashWords(bytes);
  }

  private static int hash(byte[] bytes, int at, int hash) {
    int sum = hash;
    for (int i = at; i < bytes.length; i++) {
      sum = 31 * sum + (bytes[i] & 0xff);
    }
    return sum;
  }

  /** Adds neighbours up, pairs, then fours, side by side in one word, which none overflows. */
  private static int hashWords(byte[] bytes) {
    int sum = 0;
    int at = 0;
    for (int last = bytes.length - 8; at <= last; at += 8) {
      long word = WORDS.getLong(bytes, (long) JpgoWords.base() + at);
      word = 31 * (word & LOW_OF_CHARS) + (word >>> 8 & LOW_OF_CHARS);
      word = TIMES_31_2 * (word & LOW_OF_INTS) + (word >>> 16 & LOW_OF_INTS);
      sum = TIMES_31_8 * sum + (TIMES_31_4 * (int) word + (int) (word >>> 32));
    }
    return hash(bytes, at, sum);
  }

  /** {@code Arrays.hashCode}. */
  public static int hash(char[] chars) {
    if (chars == null) {
      return 0;
    }
    int sum = 1;
    int at = 0;
    for (; at < chars.length && (address(at) & 7) != 0; at++) {
      sum = 31 * sum + chars[at];
    }
    for (int last = chars.length - 4; at <= last; at += 4) {
      long word = WORDS.getLong(chars, address(at));
      word = 31 * (word & LOW_OF_INTS) + (word >>> 16 & LOW_OF_INTS);
      sum = TIMES_31_4 * sum + (TIMES_31_2 * (int) word + (int) (word >>> 32));
    }
    for (; at < chars.length; at++) {
      sum = 31 * sum + chars[at];
    }
    return sum;
  }

  /** Whether two strings are equal, of characters of one byte each. */
  public static boolean equal(byte[] one, byte[] other) {
    int length = one.length;
    if (length != other.length) {
      return false;
    }
    return length < FEW ? equalFew(one, other) : equalWords(one, other);
  }

  private static boolean equalFew(byte[] one, byte[] other) {
    for (int i = 0; i < one.length; i++) {
      if (one[i] != other[i]) {
        return false;
      }
    }
    return true;
  }

  /** The last word begins among what was compared already. */
  private static boolean equalWords(byte[] one, byte[] other) {
    long last = (long) JpgoWords.base() + one.length - 8;
    for (long at = JpgoWords.base(); at < last; at += 8) {
      if (WORDS.getLong(one, at) != WORDS.getLong(other, at)) {
        return false;
      }
    }
    return WORDS.getLong(one, last) == WORDS.getLong(other, last);
  }

  /** {@code String.compareTo} of characters of one byte each. */
  public static int compare(byte[] one, byte[] other) {
    int length = Math.min(one.length, other.length);
    int last = length - 8;
    int at = 0;
    while (at <= last
        && WORDS.getLong(one, (long) JpgoWords.base() + at)
            == WORDS.getLong(other, (long) JpgoWords.base() + at)) {
      at += 8;
    }
    for (; at < length; at++) {
      if (one[at] != other[at]) {
        return (one[at] & 0xff) - (other[at] & 0xff);
      }
    }
    return one.length - other.length;
  }

  /** Where a byte is first from one index to before another; -1: nowhere. */
  public static int indexOf(byte[] bytes, int sought, int from, int to) {
    int at = from;
    if (from >= 0 && from <= to && to <= bytes.length) {
      long everywhere = (sought & 0xff) * LOW_BITS;
      for (int last = to - 8; at <= last; at += 8) {
        long zero = WORDS.getLong(bytes, (long) JpgoWords.base() + at) ^ everywhere;
        if ((zero - LOW_BITS & ~zero & HIGH_BITS) != 0) {
          break; // one of the eight is zero
        }
      }
    }
    byte value = (byte) sought;
    for (; at < to; at++) {
      if (bytes[at] == value) {
        return at;
      }
    }
    return -1;
  }

  /** Makes chars of bytes. */
  public static void inflate(byte[] from, int fromIndex, char[] to, int toIndex, int length) {
    int done = 0;
    if (length >= FEW
        && areIn(from.length, fromIndex, length)
        && areIn(to.length, toIndex, length)) {
      for (; (address(toIndex + done) & 7) != 0; done++) {
        to[toIndex + done] = (char) (from[fromIndex + done] & 0xff);
      }
      for (int last = length - 8; done <= last; done += 8) {
        long word = WORDS.getLong(from, (long) JpgoWords.base() + (fromIndex + done));
        long address = address(toIndex + done);
        WORDS.putLong(to, address, spread(word & 0xffff_ffffL));
        WORDS.putLong(to, address + 8, spread(word >>> 32));
      }
    }
    for (; done < length; done++) {
      to[toIndex + done] = (char) (from[fromIndex + done] & 0xff);
    }
  }

  /** Four bytes, each with a zero above it. */
  private static long spread(long bytes) {
    long wide = (bytes | bytes << 16) & LOW_OF_INTS;
    return (wide | wide << 8) & LOW_OF_CHARS;
  }

  /**
   * Makes bytes of chars.
   *
   * @return false where they do not fit, or it is not worth it; some may have been made
   */
  public static boolean compress(char[] from, int fromIndex, byte[] to, int toIndex, int length) {
    if (length < FEW
        || !areIn(from.length, fromIndex, length)
        || !areIn(to.length, toIndex, length)) {
      return false;
    }
    int at = fromIndex;
    int next = toIndex;
    int end = fromIndex + length;
    for (; (address(at) & 7) != 0; at++) {
      char each = from[at];
      if (each > 0xff) {
        return false;
      }
      to[next++] = (byte) each;
    }
    for (int last = end - 8; at <= last; at += 8, next += 8) {
      long address = address(at);
      long low = WORDS.getLong(from, address);
      long high = WORDS.getLong(from, address + 8);
      if (((low | high) & HIGH_OF_CHARS) != 0) {
        return false;
      }
      WORDS.putLong(to, (long) JpgoWords.base() + next, narrow(low) | narrow(high) << 32);
    }
    for (; at < end; at++) {
      char each = from[at];
      if (each > 0xff) {
        return false;
      }
      to[next++] = (byte) each;
    }
    return true;
  }

  /** Four bytes that have a zero above each, without it. */
  private static long narrow(long chars) {
    long pairs = (chars | chars >>> 8) & LOW_OF_INTS;
    return (pairs | pairs >>> 16) & 0xffff_ffffL;
  }

  /** Whether bytes of an array are known to be there, and none of them negative. */
  public static boolean arePositive(byte[] bytes, int from, int length) {
    if (!areIn(bytes.length, from, length)) {
      return false;
    }
    int at = from;
    int end = from + length;
    for (int last = end - 8; at <= last; at += 8) {
      if ((WORDS.getLong(bytes, (long) JpgoWords.base() + at) & HIGH_BITS) != 0) {
        return false;
      }
    }
    for (; at < end; at++) {
      if (bytes[at] < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether all elements were set; not where there are none, or few. */
  public static boolean fill(byte[] bytes, byte value) {
    return bytes != null && fill(bytes, 0, bytes.length, value);
  }

  /** Whether elements were set; not where some are not there, or few. */
  public static boolean fill(byte[] bytes, int from, int to, byte value) {
    if (bytes == null || !mayFill(bytes.length, from, to)) {
      return false;
    }
    long word = (value & 0xff) * LOW_BITS;
    int at = from;
    for (int last = to - 8; at <= last; at += 8) {
      WORDS.putLong(bytes, (long) JpgoWords.base() + at, word);
    }
    for (; at < to; at++) {
      bytes[at] = value;
    }
    return true;
  }

  /** Whether all elements were set; not where there are none, or few. */
  public static boolean fill(char[] chars, char value) {
    return chars != null && fill(chars, 0, chars.length, value);
  }

  /** Whether elements were set; not where some are not there, or few. */
  public static boolean fill(char[] chars, int from, int to, char value) {
    if (chars == null || !mayFill(chars.length, from, to)) {
      return false;
    }
    int at = from;
    for (; (address(at) & 7) != 0; at++) {
      chars[at] = value;
    }
    int words = (to - at) >> 2;
    fillWords(chars, address(at), words, value * 0x0001_0001_0001_0001L);
    for (at += words << 2; at < to; at++) {
      chars[at] = value;
    }
    return true;
  }

  /** Whether all elements were set; not where there are none, or few. */
  public static boolean fill(int[] ints, int value) {
    return ints != null && fill(ints, 0, ints.length, value);
  }

  /** Whether elements were set; not where some are not there, or few. */
  public static boolean fill(int[] ints, int from, int to, int value) {
    if (ints == null || !mayFill(ints.length, from, to)) {
      return false;
    }
    int at = from;
    for (; ((JpgoWords.base() + 4 * at) & 7) != 0; at++) {
      ints[at] = value;
    }
    int words = (to - at) >> 1;
    long word = value & 0xffff_ffffL | (long) value << 32;
    fillWords(ints, (long) JpgoWords.base() + 4L * at, words, word);
    for (at += words << 1; at < to; at++) {
      ints[at] = value;
    }
    return true;
  }

  private static boolean mayFill(int size, int from, int to) {
    return from >= 0 && from <= to && to <= size && to - from >= 2 * FEW;
  }

  /** Sets words of an array that has so many. */
  private static void fillWords(Object array, long address, int words, long value) {
    long at = address;
    long end = address + 8L * words;
    for (; at + 32 <= end; at += 32) {
      WORDS.putLong(array, at, value);
      WORDS.putLong(array, at + 8, value);
      WORDS.putLong(array, at + 16, value);
      WORDS.putLong(array, at + 24, value);
    }
    for (; at < end; at += 8) {
      WORDS.putLong(array, at, value);
    }
  }

  /** Whether an array has elements from an index on. */
  private static boolean areIn(int size, int from, int length) {
    return (from | length) >= 0 && size - from >= length;
  }

  /** Where a char is, from the beginning of its array's memory. */
  private static long address(int index) {
    return JpgoWords.base() + 2L * index;
  }
}
