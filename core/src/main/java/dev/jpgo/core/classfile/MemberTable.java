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

  private final RawClass raw;

  int classAccess;

  /** Number of fields; they come first. */
  int fields;

  /** Number of fields and methods. */
  int count;

  /** Position of each member's access flags. */
  int[] offsets = {};

  int[] access = {};
  byte[] kinds = {};

  /** Those that were asked for; hardly any other is 0. */
  private int[] hashes = {};

  private MemberTable(RawClass raw) {
    this.raw = raw;
  }

  /** The members, or null when the bytes are no class file of a known form. */
  static @Nullable MemberTable read(byte[] classFile) {
    try {
      MemberTable table = new MemberTable(new RawClass(classFile));
      return table.parse() ? table : null;
    } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) {
      return null; // cut off: the VM will say so itself
    }
  }

  private boolean parse() {
    int at = raw.body;
    if (at < 0) {
      return false;
    }
    classAccess = raw.u2(at);
    at += 6;
    at += 2 + 2 * raw.u2(at);
    fields = raw.u2(at);
    int afterFields = raw.skipMembers(at);
    count = fields + raw.u2(afterFields);
    offsets = new int[count];
    access = new int[count];
    hashes = new int[count];
    kinds = new byte[count];
    members(at + 2, 0, fields);
    members(afterFields + 2, fields, count);
    return true;
  }

  private void members(int at, int from, int to) {
    for (int i = from; i < to; i++) {
      int name = raw.u2(at + 2);
      offsets[i] = at;
      access[i] = raw.u2(at);
      kinds[i] = i < fields ? FIELD : kind(raw.constants[name]);
      at = raw.skipAttributes(at + 6);
    }
  }

  /** {@link AccessOpener#memberHash} of a member. */
  int hash(int member) {
    int hash = hashes[member];
    if (hash == 0) {
      int at = offsets[member];
      hash = raw.hash(raw.hash(0, raw.u2(at + 2)), raw.u2(at + 4));
      hashes[member] = hash;
    }
    return hash;
  }

  private byte kind(int name) {
    if (raw.u2(name) == 0 || raw.bytes[name + 2] != '<') {
      return METHOD;
    }
    return raw.bytes[name + 3] == 'i' ? CONSTRUCTOR : INITIALIZER;
  }
}
