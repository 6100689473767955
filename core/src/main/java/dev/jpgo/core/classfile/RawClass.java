package dev.jpgo.core.classfile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A class file as bytes, with the positions of its constants: for passes that run so often, perhaps
 * interpreted, that ASM's visitors cost too much. What is cut off shows as an {@link
 * ArrayIndexOutOfBoundsException}.
 */
public final class RawClass {
  private static final int UTF8 = 1;

  /** Length of a constant after its tag (JVMS 4.4); 0 for what is no tag. */
  private static final byte[] LENGTHS =
      Arrays.copyOf(
          new byte[] {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2}, 256);

  public final byte[] bytes;

  /** Position of each constant, after its tag. */
  public final int[] constants;

  /** Position after the constants; negative when there is one of unknown form. */
  public final int body;

  public RawClass(byte[] bytes) {
    this.bytes = bytes;
    this.constants = new int[u2(8)];
    this.body = findConstants();
  }

  private int findConstants() {
    byte[] in = bytes;
    byte[] lengths = LENGTHS;
    int[] found = constants;
    int at = 10;
    for (int i = 1; i < found.length; i++) {
      int tag = in[at++];
      found[i] = at;
      if (tag == UTF8) {
        at += 2 + ((in[at] & 0xff) << 8 | in[at + 1] & 0xff);
      } else {
        int length = lengths[tag & 0xff];
        if (length == 0) {
          return -1;
        }
        at += length;
        if (length == 8) {
          i++; // long and double take two places
        }
      }
    }
    return at;
  }

  public int u2(int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  public int u4(int at) {
    return u2(at) << 16 | u2(at + 2);
  }

  /** Position after the attributes that start here. */
  public int skipAttributes(int at) {
    int number = u2(at);
    at += 2;
    for (int i = 0; i < number; i++) {
      at += 6 + u4(at + 2);
    }
    return at;
  }

  /** Position after the members whose number stands here. */
  public int skipMembers(int at) {
    int number = u2(at);
    at += 2;
    for (int i = 0; i < number; i++) {
      at = skipAttributes(at + 6);
    }
    return at;
  }

  /** Goes on with {@link String#hashCode} over a constant in modified UTF-8 (JVMS 4.4.7). */
  int hash(int hash, int constant) {
    byte[] in = bytes;
    int string = constants[constant];
    int at = string + 2;
    int end = at + u2(string);
    while (at < end) {
      int b = in[at++];
      if (b < 0) {
        if ((b & 0xe0) == 0xc0) {
          b = (b & 0x1f) << 6 | in[at++] & 0x3f;
        } else {
          b = (b & 0xf) << 12 | (in[at++] & 0x3f) << 6 | in[at++] & 0x3f;
        }
      }
      hash = 31 * hash + b;
    }
    return hash;
  }

  /** A constant in modified UTF-8 (JVMS 4.4.7). */
  public String text(int constant) {
    byte[] in = bytes;
    int start = constants[constant] + 2;
    int end = start + u2(start - 2);
    for (int i = start; i < end; i++) {
      if (in[i] < 0) {
        return decoded(start, end);
      }
    }
    return new String(in, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private String decoded(int start, int end) {
    byte[] in = bytes;
    StringBuilder text = new StringBuilder(end - start);
    for (int i = start; i < end; ) {
      int b = in[i++];
      if (b >= 0) {
        text.append((char) b);
      } else if ((b & 0xe0) == 0xc0) {
        text.append((char) ((b & 0x1f) << 6 | in[i++] & 0x3f));
      } else {
        int high = (b & 0xf) << 12 | (in[i++] & 0x3f) << 6;
        text.append((char) (high | in[i++] & 0x3f));
      }
    }
    return text.toString();
  }

  /** Whether a constant is a string of ASCII characters. */
  public boolean is(int constant, String text) {
    int at = constants[constant];
    if (u2(at) != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[at + 2 + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
