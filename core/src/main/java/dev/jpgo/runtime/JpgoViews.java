package dev.jpgo.runtime;

/**
 * Numbers in arrays of bytes, least significant byte first, as the handles of {@code
 * MethodHandles.byteArrayViewVarHandle} get and set them. A number is accessed at once where its
 * address is a multiple of its size, else in parts as big as its address is aligned to, so that no
 * more of it can be torn than the documentation of those handles allows.
 *
 * <p>Throws a {@code RuntimeException}, before anything is done, where the array is null or the
 * index out of bounds: callers catch it.
 */
public final class JpgoViews {
  private static final JpgoWords WORDS = JpgoWords.getUnsafe();

  private JpgoViews() {}

  /** The number whose first byte is at an index. */
  public static short getShort(byte[] bytes, int index) {
    if (index < 0 || bytes.length - index < 2) {
      throw new IndexOutOfBoundsException();
    }
    return ((JpgoWords.base() + index) & 1) == 0
        ? WORDS.getShort(bytes, (long) JpgoWords.base() + index)
        : (short) (bytes[index] & 0xff | bytes[index + 1] << 8);
  }

  /** Sets a number whose first byte is at an index. */
  public static void setShort(byte[] bytes, int index, short value) {
    if (index < 0 || bytes.length - index < 2) {
      throw new IndexOutOfBoundsException();
    }
    if (((JpgoWords.base() + index) & 1) == 0) {
      WORDS.putShort(bytes, (long) JpgoWords.base() + index, value);
    } else {
      bytes[index] = (byte) value;
      bytes[index + 1] = (byte) (value >> 8);
    }
  }

  /** The number whose first byte is at an index. */
  public static int getInt(byte[] bytes, int index) {
    if (index < 0 || bytes.length - index < 4) {
      throw new IndexOutOfBoundsException();
    }
    if (((JpgoWords.base() + index) & 1) != 0) {
      return bytes[index] & 0xff
          | (bytes[index + 1] & 0xff) << 8
          | (bytes[index + 2] & 0xff) << 16
          | bytes[index + 3] << 24;
    }
    long at = (long) JpgoWords.base() + index;
    return ((int) at & 2) == 0
        ? WORDS.getInt(bytes, at)
        : WORDS.getShort(bytes, at) & 0xffff | WORDS.getShort(bytes, at + 2) << 16;
  }

  /** Sets a number whose first byte is at an index. */
  public static void setInt(byte[] bytes, int index, int value) {
    if (index < 0 || bytes.length - index < 4) {
      throw new IndexOutOfBoundsException();
    }
    long at = (long) JpgoWords.base() + index;
    if (((int) at & 1) != 0) {
      bytes[index] = (byte) value;
      bytes[index + 1] = (byte) (value >> 8);
      bytes[index + 2] = (byte) (value >> 16);
      bytes[index + 3] = (byte) (value >> 24);
    } else if (((int) at & 2) != 0) {
      WORDS.putShort(bytes, at, (short) value);
      WORDS.putShort(bytes, at + 2, (short) (value >> 16));
    } else {
      WORDS.putInt(bytes, at, value);
    }
  }

  /** The number whose first byte is at an index. */
  public static long getLong(byte[] bytes, int index) {
    if (index < 0 || bytes.length - index < 8) {
      throw new IndexOutOfBoundsException();
    }
    long at = (long) JpgoWords.base() + index;
    return ((int) at & 7) == 0
        ? WORDS.getLong(bytes, at)
        : getInt(bytes, index) & 0xffff_ffffL | (long) getInt(bytes, index + 4) << 32;
  }

  /** Sets a number whose first byte is at an index. */
  public static void setLong(byte[] bytes, int index, long value) {
    if (index < 0 || bytes.length - index < 8) {
      throw new IndexOutOfBoundsException();
    }
    long at = (long) JpgoWords.base() + index;
    if (((int) at & 7) == 0) {
      WORDS.putLong(bytes, at, value);
    } else {
      setInt(bytes, index, (int) value);
      setInt(bytes, index + 4, (int) (value >> 32));
    }
  }
}
