package dev.jpgo.cli.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The fields of one protocol buffer message, one after the other, as they are read. */
final class ProtoFields {
  private final byte[] bytes;
  private final int end;
  private int at;
  private int wire;
  private long number;
  private int start;

  ProtoFields(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private ProtoFields(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** Reads the next field; answers its number, or 0 at the end. */
  int next() throws IOException {
    if (at >= end) {
      return 0;
    }
    long tag = varint();
    wire = (int) (tag & 7);
    switch (wire) {
      case 0 -> number = varint();
      case 1 -> skip(8);
      case 2 -> {
        long length = varint();
        if (length < 0 || length > end - at) {
          throw new IOException("a field that does not fit");
        }
        skip((int) length);
      }
      case 5 -> skip(4);
      default -> throw new IOException("wire type " + wire);
    }
    return (int) Math.min(Integer.MAX_VALUE, tag >>> 3);
  }

  private void skip(int length) throws IOException {
    if (length > end - at) {
      throw new IOException("the end came too early");
    }
    start = at;
    at += length;
  }

  /** The number in the field; in a packed list, its first element. */
  long number() throws IOException {
    if (wire == 2) {
      return new ProtoFields(bytes, start, at).varint();
    }
    return number;
  }

  String text() {
    return new String(bytes, start, at - start, StandardCharsets.UTF_8);
  }

  ProtoFields message() throws IOException {
    if (wire != 2) {
      throw new IOException("no message where one belongs");
    }
    return new ProtoFields(Arrays.copyOfRange(bytes, start, at));
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= end) {
        throw new IOException("the end came too early");
      }
      byte next = bytes[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IOException("a number of more than 64 bits");
  }
}
