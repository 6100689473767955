package dev.jpgo.cli.transfer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The fields of one protocol buffer message, as they are written. */
final class ProtoBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ProtoBytes number(int field, long value) {
    varint((long) field << 3);
    varint(value);
    return this;
  }

  ProtoBytes text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoBytes message(int field, ProtoBytes message) {
    return bytes(field, message.toByteArray());
  }

  ProtoBytes packed(int field, List<Long> values) {
    ProtoBytes list = new ProtoBytes();
    for (Long value : values) {
      list.varint(value);
    }
    return message(field, list);
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  private ProtoBytes bytes(int field, byte[] content) {
    varint((long) field << 3 | 2);
    varint(content.length);
    bytes.write(content, 0, content.length);
    return this;
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) (rest | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
