package dev.jpgo.core.instrument;

import java.util.Arrays;

/** Growing big-endian bytes. */
public final class ByteSink {
  private byte[] bytes;
  private int length;

  public ByteSink(int capacity) {
    bytes = new byte[capacity];
  }

  public ByteSink u1(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  public ByteSink u2(int value) {
    reserve(2);
    bytes[length] = (byte) (value >> 8);
    bytes[length + 1] = (byte) value;
    length += 2;
    return this;
  }

  public ByteSink u4(int value) {
    return u2(value >> 16).u2(value);
  }

  public ByteSink copy(byte[] from, int start, int end) {
    reserve(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
    return this;
  }

  /** Leaves room for a length; answers where. */
  public int skip4() {
    u4(0);
    return length - 4;
  }

  /** Fills in the number of bytes that follow a length. */
  public void setLength(int lengthAt) {
    int value = length - lengthAt - 4;
    bytes[lengthAt] = (byte) (value >> 24);
    bytes[lengthAt + 1] = (byte) (value >> 16);
    bytes[lengthAt + 2] = (byte) (value >> 8);
    bytes[lengthAt + 3] = (byte) value;
  }

  /** How many there are. */
  public int size() {
    return length;
  }

  /** Puts two bytes where others were. */
  public void set2(int at, int value) {
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
