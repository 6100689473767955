package dev.jpgo.core.profile;

import java.nio.charset.StandardCharsets;

/**
 * Reads fields of a protocol buffer, within bounds: a length is checked against what is left before
 * anything is allocated for it. One reader walks a message and those inside it, which {@link
 * #enter} and {@link #leave} set the bounds for.
 */
final class WireReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private final byte[] bytes;
  private int end;
  private int at;
  private int wire;

  WireReader(byte[] bytes) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  ProfileFormatException damaged(String what) {
    return new ProfileFormatException("damaged profile: " + what + " at byte " + at + " (content)");
  }

  /** Bytes left in the message. */
  int left() {
    return end - at;
  }

  /** The number of the next field, or 0 at the end of the message. */
  int next() throws ProfileFormatException {
    if (at >= end) {
      return 0;
    }
    long tag = varint();
    wire = (int) (tag & 7);
    long number = tag >>> 3;
    if (number == 0 || number > Integer.MAX_VALUE) {
      throw damaged("field number " + Long.toUnsignedString(number));
    }
    return (int) number;
  }

  /** Begins the message in this field; what it returns is for {@link #leave}. */
  int enter() throws ProfileFormatException {
    int length = length();
    int outer = end;
    end = at + length;
    return outer;
  }

  void leave(int outer) {
    at = end;
    end = outer;
  }

  /** The count in this field: 0 to the largest number. */
  long count() throws ProfileFormatException {
    expect(VARINT);
    return packedCount();
  }

  /** The next element of a packed list. */
  long packedCount() throws ProfileFormatException {
    long value = varint();
    if (value < 0) {
      throw damaged("a count beyond 63 bits");
    }
    return value;
  }

  /** The number in this field, 0 to {@code max}. */
  int number(String what, int max) throws ProfileFormatException {
    expect(VARINT);
    return packedNumber(what, max);
  }

  /** The next element of a packed list, 0 to {@code max}. */
  int packedNumber(String what, int max) throws ProfileFormatException {
    long value = varint();
    if (value < 0 || value > max) {
      throw damaged(what + " " + Long.toUnsignedString(value) + ", at most " + max + " possible");
    }
    return (int) value;
  }

  long fixed64() throws ProfileFormatException {
    expect(FIXED64);
    if (left() < 8) {
      throw damaged("the end came too early");
    }
    long value = 0;
    for (int i = 7; i >= 0; i--) {
      value = value << 8 | bytes[at + i] & 0xFF;
    }
    at += 8;
    return value;
  }

  /** The text in this field; see {@link ByteSink#textField}. */
  String text() throws ProfileFormatException {
    int length = length();
    int stop = at + length;
    for (int i = at; i < stop; i++) {
      if (bytes[i] <= 0) {
        return wide(stop);
      }
    }
    String text = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
    at = stop;
    return text;
  }

  /** The text in this field, made only if it is not known yet. */
  String text(Texts shared) throws ProfileFormatException {
    int start = at;
    int length = length();
    int from = at;
    String known = shared.find(bytes, from, from + length);
    if (known != null) {
      at += length;
      return known;
    }
    at = start;
    String text = text();
    shared.add(bytes, from, from + length, text);
    return text;
  }

  private String wide(int stop) throws ProfileFormatException {
    StringBuilder text = new StringBuilder(stop - at);
    while (at < stop) {
      int first = bytes[at];
      int more = first > 0 ? 0 : (first & 0xE0) == 0xC0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : -1;
      if (more < 0 || stop - at <= more) {
        throw damaged("a text that is not in modified UTF-8");
      }
      int value = more == 0 ? first : first & (more == 1 ? 0x1F : 0x0F);
      for (int i = 1; i <= more; i++) {
        if ((bytes[at + i] & 0xC0) != 0x80) {
          throw damaged("a text that is not in modified UTF-8");
        }
        value = value << 6 | bytes[at + i] & 0x3F;
      }
      text.append((char) value);
      at += more + 1;
    }
    return text.toString();
  }

  /** Passes over a field that this reader does not know. */
  void skip() throws ProfileFormatException {
    switch (wire) {
      case VARINT -> varint();
      case FIXED64 -> advance(8);
      case BYTES -> advance(length());
      case FIXED32 -> advance(4);
      default -> throw damaged("wire type " + wire);
    }
  }

  private void advance(int by) throws ProfileFormatException {
    if (left() < by) {
      throw damaged("the end came too early");
    }
    at += by;
  }

  private int length() throws ProfileFormatException {
    expect(BYTES);
    long length = varint();
    if (length < 0 || length > left()) {
      throw damaged("a field of " + Long.toUnsignedString(length) + " bytes that does not fit");
    }
    return (int) length;
  }

  private void expect(int expected) throws ProfileFormatException {
    if (wire != expected) {
      throw damaged("wire type " + wire + " where " + expected + " belongs");
    }
  }

  private long varint() throws ProfileFormatException {
    if (at < end && bytes[at] >= 0) {
      return bytes[at++];
    }
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at >= end) {
        throw damaged("the end came too early");
      }
      byte next = bytes[at++];
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
}
