package dev.jpgo.core.profile;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads the encodings of format 1, within bounds: a length is checked against what is left before
 * anything is allocated for it.
 */
final class ByteSource {
  private final byte[] bytes;
  private final int end;
  private final String section;
  private int at;

  /**
   * @param section name of what is read, for messages
   */
  ByteSource(byte[] bytes, int start, int end, String section) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
    this.section = section;
  }

  int left() {
    return end - at;
  }

  ProfileFormatException damaged(String what) {
    return new ProfileFormatException(
        "damaged profile: " + what + " at byte " + at + " (" + section + ")");
  }

  /** All that is left, to be read by other means. */
  ByteBuffer rest() {
    return ByteBuffer.wrap(bytes, at, left());
  }

  void finish() throws ProfileFormatException {
    if (at != end) {
      throw damaged(left() + " bytes too many");
    }
  }

  long varint() throws ProfileFormatException {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte next = u1();
      if (shift == 63 && (next & 0x7E) != 0) {
        break;
      }
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw damaged("a number of more than 64 bits");
  }

  long count() throws ProfileFormatException {
    long value = varint();
    if (value < 0) {
      throw damaged("a negative count");
    }
    return value;
  }

  /** A number from 0 to {@code max}. */
  int number(String what, int max) throws ProfileFormatException {
    long value = varint();
    if (value < 0 || value > max) {
      throw damaged(what + " " + Long.toUnsignedString(value) + ", at most " + max + " possible");
    }
    return (int) value;
  }

  /** How many elements follow, each of at least {@code bytesEach} bytes. */
  int length(String what, int bytesEach) throws ProfileFormatException {
    return number("number of " + what, left() / bytesEach);
  }

  int fixed32() throws ProfileFormatException {
    int value = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      value |= (u1() & 0xFF) << shift;
    }
    return value;
  }

  long fixed64() throws ProfileFormatException {
    long low = fixed32() & 0xFFFF_FFFFL;
    return low | (long) fixed32() << 32;
  }

  boolean flag() throws ProfileFormatException {
    return number("flag", 1) == 1;
  }

  String string() throws ProfileFormatException {
    long head = varint();
    boolean wide = (head & 1) != 0;
    long length = head >>> 1;
    if (length > (wide ? left() / 2 : left())) {
      throw damaged("a text of " + length + " characters that does not fit");
    }
    int chars = (int) length;
    if (!wide) {
      String value = new String(bytes, at, chars, StandardCharsets.ISO_8859_1);
      at += chars;
      return value;
    }
    char[] text = new char[chars];
    for (int i = 0; i < chars; i++) {
      int low = u1() & 0xFF;
      text[i] = (char) (low | (u1() & 0xFF) << 8);
    }
    return new String(text);
  }

  private byte u1() throws ProfileFormatException {
    if (at >= end) {
      throw damaged("the end came too early");
    }
    return bytes[at++];
  }
}
