package dev.jpgo.core.profile;

import java.util.Arrays;

/**
 * A growing array of bytes with the few encodings of a protocol buffer that the profile format
 * needs.
 */
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

  /** Four bytes, little-endian. */
  void fixed32(int value) {
    room(4);
    for (int shift = 0; shift < 32; shift += 8) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  /** A field with a number; 0 and less is left out, since an absent field reads as 0. */
  void field(int number, long value) {
    if (value > 0) {
      varint((long) number << 3);
      varint(value);
    }
  }

  /** A field of eight bytes, little-endian; 0 is left out. */
  void fixed64Field(int number, long value) {
    if (value != 0) {
      varint((long) number << 3 | 1);
      fixed32((int) value);
      fixed32((int) (value >>> 32));
    }
  }

  /** A text in the class file's own encoding, also when it is empty. */
  void textField(int number, String text) {
    int mark = begin(number);
    text(text);
    end(mark);
  }

  /**
   * Begins a field that holds others, or a packed list; {@link #end} takes what this returns. The
   * length stands before the content, which is moved in the rare case that it takes over a byte.
   */
  int begin(int number) {
    varint((long) number << 3 | 2);
    room(1);
    return ++size;
  }

  void end(int mark) {
    int length = size - mark;
    int more = 0;
    for (int rest = length >>> 7; rest != 0; rest >>>= 7) {
      more++;
    }
    if (more > 0) {
      room(more);
      System.arraycopy(bytes, mark, bytes, mark + more, length);
    }
    size = mark - 1;
    varint(length);
    size += length;
  }

  /**
   * Modified UTF-8 (JVMS 4.4.7): what names in class files are in, unpaired surrogates included.
   */
  private void text(String text) {
    int length = text.length();
    room(3 * length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c != 0 && c < 0x80) {
        bytes[size++] = (byte) c;
      } else if (c < 0x800) {
        bytes[size++] = (byte) (0xC0 | c >> 6);
        bytes[size++] = (byte) (0x80 | c & 0x3F);
      } else {
        bytes[size++] = (byte) (0xE0 | c >> 12);
        bytes[size++] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[size++] = (byte) (0x80 | c & 0x3F);
      }
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
