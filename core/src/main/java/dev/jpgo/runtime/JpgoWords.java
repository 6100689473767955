package dev.jpgo.runtime;

/**
 * Numbers in the memory of an array of bytes, chars or ints. This class stands in for the JDK's
 * {@code Unsafe}, which takes its place inside an agent ({@code UnsafeAccess} rewrites who names
 * it): it has the same methods, and nobody but {@link JpgoViews} and {@link JpgoArrays} calls them,
 * with offsets within the array.
 */
final class JpgoWords {
  private static final JpgoWords ONLY = new JpgoWords();

  private JpgoWords() {}

  /** The one object. */
  static JpgoWords getUnsafe() {
    return ONLY;
  }

  /** The offset of an array's first element; a constant inside an agent. */
  static int base() {
    return 16;
  }

  private static int getByte(Object array, long offset) {
    int index = (int) offset - base();
    if (array instanceof byte[] bytes) {
      return bytes[index] & 0xff;
    }
    int element = array instanceof char[] chars ? chars[index >> 1] : ((int[]) array)[index >> 2];
    return element >> shift(array, index) & 0xff;
  }

  private static void putByte(Object array, long offset, int value) {
    int index = (int) offset - base();
    int shift = shift(array, index);
    if (array instanceof byte[] bytes) {
      bytes[index] = (byte) value;
    } else if (array instanceof char[] chars) {
      chars[index >> 1] = (char) (chars[index >> 1] & ~(0xff << shift) | (value & 0xff) << shift);
    } else {
      int[] ints = (int[]) array;
      ints[index >> 2] = ints[index >> 2] & ~(0xff << shift) | (value & 0xff) << shift;
    }
  }

  private static int shift(Object array, int index) {
    return 8 * (array instanceof char[] ? index & 1 : index & 3);
  }

  short getShort(Object array, long offset) {
    return (short) (getByte(array, offset) | getByte(array, offset + 1) << 8);
  }

  void putShort(Object array, long offset, short value) {
    putByte(array, offset, value);
    putByte(array, offset + 1, value >> 8);
  }

  int getInt(Object array, long offset) {
    return getShort(array, offset) & 0xffff | getShort(array, offset + 2) << 16;
  }

  void putInt(Object array, long offset, int value) {
    putShort(array, offset, (short) value);
    putShort(array, offset + 2, (short) (value >> 16));
  }

  long getLong(Object array, long offset) {
    return getInt(array, offset) & 0xffff_ffffL | (long) getInt(array, offset + 4) << 32;
  }

  void putLong(Object array, long offset, long value) {
    putInt(array, offset, (int) value);
    putInt(array, offset + 4, (int) (value >> 32));
  }
}
