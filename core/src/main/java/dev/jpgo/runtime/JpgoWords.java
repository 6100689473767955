package dev.jpgo.runtime;

/**
 * Numbers in the memory of an array of bytes. This class stands in for the JDK's {@code Unsafe},
 * which takes its place inside an agent ({@code UnsafeAccess} rewrites who names it): it has the
 * same methods, and nobody but {@link JpgoViews} calls them, with offsets within the array.
 */
final class JpgoWords {
  private static final JpgoWords ONLY = new JpgoWords();

  private JpgoWords() {}

  /** The one object. */
  static JpgoWords getUnsafe() {
    return ONLY;
  }

  /** The offset of an array's first byte; a constant inside an agent. */
  static int base() {
    return 16;
  }

  short getShort(Object array, long offset) {
    byte[] bytes = (byte[]) array;
    int index = (int) offset - base();
    return (short) (bytes[index] & 0xff | bytes[index + 1] << 8);
  }

  void putShort(Object array, long offset, short value) {
    byte[] bytes = (byte[]) array;
    int index = (int) offset - base();
    bytes[index] = (byte) value;
    bytes[index + 1] = (byte) (value >> 8);
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
