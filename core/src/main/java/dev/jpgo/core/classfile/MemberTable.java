package dev.jpgo.core.classfile;

import org.jspecify.annotations.Nullable;

/**
 * Fields and methods of a class file by position, found by stepping over it (JVMS 4.1 to 4.7)
 * without decoding names: this runs at every class load, possibly interpreted.
 */
final class MemberTable {
  static final byte FIELD = 0;
  static final byte METHOD = 1;
  static final byte CONSTRUCTOR = 2;
  static final byte INITIALIZER = 3;

  private static final int UTF8 = 1;

  /** Length of a constant after its tag; 0 for what is no tag, and for UTF-8 (its own length). */
  private static final byte[] LENGTHS = {
    0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2
  };

  private final byte[] bytes;
  private int[] constants = {};

  int classAccess;

  /** Number of fields; they come first. */
  int fields;

  /** Number of fields and methods. */
  int count;

  /** Position of each member's access flags. */
  int[] offsets = {};

  int[] access = {};
  int[] hashes = {};
  byte[] kinds = {};

  private MemberTable(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The members, or null when the bytes are no class file of a known form. */
  static @Nullable MemberTable read(byte[] classFile) {
    try {
      MemberTable table = new MemberTable(classFile);
      return table.parse() ? table : null;
    } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) {
      return null; // cut off: the VM will say so itself
    }
  }

  private boolean parse() {
    int at = constants();
    if (at < 0) {
      return false;
    }
    classAccess = u2(at);
    at += 6;
    at += 2 + 2 * u2(at);
    fields = u2(at);
    int afterFields = skipMembers(at + 2, fields);
    count = fields + u2(afterFields);
    offsets = new int[count];
    access = new int[count];
    hashes = new int[count];
    kinds = new byte[count];
    members(at + 2, 0, fields);
    members(afterFields + 2, fields, count);
    return true;
  }

  /** Finds the constants; returns the position after them, negative for an unknown tag. */
  private int constants() {
    int size = u2(8);
    constants = new int[size];
    int at = 10;
    for (int i = 1; i < size; i++) {
      int tag = bytes[at];
      constants[i] = ++at;
      if (tag == UTF8) {
        at += 2 + u2(at);
      } else if (tag < 0 || tag >= LENGTHS.length || LENGTHS[tag] == 0) {
        return -1;
      } else {
        at += LENGTHS[tag];
        if (LENGTHS[tag] == 8) {
          i++; // long and double take two places
        }
      }
    }
    return at;
  }

  private int skipMembers(int at, int number) {
    for (int i = 0; i < number; i++) {
      at = skipAttributes(at + 6);
    }
    return at;
  }

  private int skipAttributes(int at) {
    int number = u2(at);
    at += 2;
    for (int i = 0; i < number; i++) {
      at += 6 + (u2(at + 2) << 16 | u2(at + 4));
    }
    return at;
  }

  private void members(int at, int from, int to) {
    for (int i = from; i < to; i++) {
      int name = constants[u2(at + 2)];
      offsets[i] = at;
      access[i] = u2(at);
      hashes[i] = hash(hash(0, name), constants[u2(at + 4)]);
      kinds[i] = i < fields ? FIELD : kind(name);
      at = skipAttributes(at + 6);
    }
  }

  private byte kind(int name) {
    if (u2(name) == 0 || bytes[name + 2] != '<') {
      return METHOD;
    }
    return bytes[name + 3] == 'i' ? CONSTRUCTOR : INITIALIZER;
  }

  /** Goes on with {@link String#hashCode} over a string in modified UTF-8 (JVMS 4.4.7). */
  private int hash(int hash, int string) {
    int at = string + 2;
    int end = at + u2(string);
    while (at < end) {
      int b = bytes[at++];
      if (b < 0) {
        if ((b & 0xe0) == 0xc0) {
          b = (b & 0x1f) << 6 | bytes[at++] & 0x3f;
        } else {
          b = (b & 0xf) << 12 | (bytes[at++] & 0x3f) << 6 | bytes[at++] & 0x3f;
        }
      }
      hash = 31 * hash + b;
    }
    return hash;
  }

  private int u2(int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
