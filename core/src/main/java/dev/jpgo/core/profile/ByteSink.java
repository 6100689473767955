package dev.jpgo.core.profile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes with the few encodings of the profile format. */
final class ByteSink {
  private byte[] bytes = new byte[1 << 12];
  private int size;

  int size() {
    return size;
  }

  byte[] array() {
    return bytes;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Unsigned little-endian base 128; a negative value takes ten bytes. */
  void varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** A count: what is negative is written as 0. */
  void count(long value) {
    varint(Math.max(0, value));
  }

  /** Four bytes, little-endian. */
  void fixed32(int value) {
    room(4);
    for (int shift = 0; shift < 32; shift += 8) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  /** Eight bytes, little-endian. */
  void fixed64(long value) {
    fixed32((int) value);
    fixed32((int) (value >>> 32));
  }

  /**
   * Twice the length, plus one for text with other characters than ASCII; then a byte, or two, for
   * each char. Names in class files may hold unpaired surrogates, which UTF-8 cannot write.
   */
  void string(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    if (utf8.length == value.length() && value.indexOf('?') < 0) {
      varint(2L * utf8.length);
      bytes(utf8, utf8.length);
      return;
    }
    varint(2L * value.length() + 1);
    for (int i = 0; i < value.length(); i++) {
      room(2);
      bytes[size++] = (byte) value.charAt(i);
      bytes[size++] = (byte) (value.charAt(i) >>> 8);
    }
  }

  void bytes(byte[] source, int length) {
    room(length);
    System.arraycopy(source, 0, bytes, size, length);
    size += length;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
