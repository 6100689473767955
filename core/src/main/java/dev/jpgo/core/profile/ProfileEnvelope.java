package dev.jpgo.core.profile;

import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The outside of a profile file: a gzip member (RFC 1952) that any tool can unpack, whose extra
 * field holds the format, the file's length and a checksum of the whole file, so that no bit of it
 * can change unnoticed.
 */
final class ProfileEnvelope {
  /** Format written. */
  static final int FORMAT = 2;

  /** Gzip's ten bytes, the extra field's length, and its one subfield. */
  static final int HEAD = 10 + 2 + 4 + 12;

  private static final int AT_FORMAT = 16;
  private static final int AT_LENGTH = 20;
  private static final int AT_CHECKSUM = 24;
  private static final int TRAILER = 8;

  /** Deflate cannot make more than this of one byte (RFC 1951: 258 bytes from two bits). */
  private static final int MAX_INFLATION = 1032;

  /** Magic, deflate, extra field; no time, no flags, no system; 16 bytes of extra: JP, 12 bytes. */
  private static final byte[] START = {
    0x1F, (byte) 0x8B, 8, 4, 0, 0, 0, 0, 0, (byte) 0xFF, 16, 0, 'J', 'P', 12, 0
  };

  private ProfileEnvelope() {}

  /** Whether these bytes begin as a file of format 2 or later does. */
  static boolean isOne(byte[] bytes) {
    return bytes.length >= HEAD && Arrays.equals(bytes, 0, START.length, START, 0, START.length);
  }

  /** Length of the whole file, as its head says. */
  static int fileLength(byte[] head) {
    return number(head, AT_LENGTH);
  }

  /**
   * Length of what is inside, as a file's last four bytes say; that they are right is not known
   * yet.
   */
  static long contentLength(byte[] tail) {
    return number(tail, 0) & 0xFFFF_FFFFL;
  }

  static byte[] wrap(ByteSink content) {
    ByteSink file = new ByteSink();
    file.bytes(START, START.length);
    file.fixed32(FORMAT);
    file.fixed32(0);
    file.fixed32(0);
    deflate(content, file);
    CRC32 crc = new CRC32();
    crc.update(content.array(), 0, content.size());
    file.fixed32((int) crc.getValue());
    file.fixed32(content.size());
    byte[] bytes = file.toByteArray();
    put(bytes, AT_LENGTH, bytes.length);
    put(bytes, AT_CHECKSUM, checksum(bytes));
    return bytes;
  }

  static byte[] unwrap(byte[] bytes) throws ProfileFormatException {
    int length = number(bytes, AT_LENGTH);
    if (length != bytes.length) {
      throw new ProfileFormatException(
          "damaged profile: " + bytes.length + " bytes long, written with " + length);
    }
    if (number(bytes, AT_CHECKSUM) != checksum(bytes)) {
      throw new ProfileFormatException("damaged profile: wrong checksum");
    }
    if (number(bytes, AT_FORMAT) != FORMAT) {
      throw new ProfileFormatException(
          "profile of format " + number(bytes, AT_FORMAT) + "; this jpgo reads up to " + FORMAT);
    }
    int size = number(bytes, bytes.length - 4);
    int packed = bytes.length - HEAD - TRAILER;
    if (packed < 0
        || size < 0
        || size > ProfileFile.MAX_BYTES
        || size > (long) packed * MAX_INFLATION) {
      throw new ProfileFormatException("damaged profile: content of " + size + " bytes");
    }
    return inflate(bytes, packed, size);
  }

  private static void deflate(ByteSink content, ByteSink file) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(content.array(), 0, content.size());
      deflater.finish();
      byte[] buffer = new byte[1 << 14];
      while (!deflater.finished()) {
        file.bytes(buffer, deflater.deflate(buffer));
      }
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflate(byte[] bytes, int packed, int size) throws ProfileFormatException {
    byte[] content = new byte[size];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(bytes, HEAD, packed);
      int at = 0;
      while (at < size && !inflater.finished()) {
        int more = inflater.inflate(content, at, size - at);
        if (more == 0) {
          break;
        }
        at += more;
      }
      if (at == size && !inflater.finished()) {
        inflater.inflate(new byte[1]); // the end mark, or bytes too many
      }
      if (at < size || !inflater.finished() || inflater.getRemaining() > 0) {
        throw new ProfileFormatException("damaged profile: content of another length than it says");
      }
    } catch (DataFormatException e) {
      throw new ProfileFormatException("damaged profile: content that cannot be decompressed");
    } finally {
      inflater.end();
    }
    CRC32 crc = new CRC32();
    crc.update(content);
    if (number(bytes, bytes.length - TRAILER) != (int) crc.getValue()) {
      throw new ProfileFormatException("damaged profile: wrong checksum of the content");
    }
    return content;
  }

  /** Of the whole file, the checksum's own four bytes left out. */
  static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, AT_CHECKSUM);
    crc.update(bytes, HEAD, bytes.length - HEAD);
    return (int) crc.getValue();
  }

  static void put(byte[] bytes, int at, int value) {
    for (int i = 0; i < 4; i++) {
      bytes[at + i] = (byte) (value >>> 8 * i);
    }
  }

  private static int number(byte[] bytes, int at) {
    return bytes[at] & 0xFF
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | (bytes[at + 3] & 0xFF) << 24;
  }
}
