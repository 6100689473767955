package dev.jpgo.core.classfile;

/**
 * Reads what {@link LineTableReader} has packed. A method is four bytes with the hash of its name,
 * the number of bytes of its lines, its lines, the number of bytes of its calls, and where that is
 * not 0 its calls and four bytes with the hash of its descriptor. Numbers have seven bits a byte,
 * low ones first, and the high bit set on all but the last byte.
 *
 * <ul>
 *   <li>Lines: the length of the code, then for each entry the distance in bytes and in lines
 *       (zigzag) from the one before.
 *   <li>Calls: a 0, then for each call the distance in bytes from the one before, and the low bits
 *       of the hash of the called method's name.
 * </ul>
 */
final class PackedMethods {
  /** Those bits of a hash that are kept of a called method's name. */
  static final int LOW_BITS = 0x3fff;

  private final byte[] bytes;
  private int at;

  PackedMethods(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Where the next number or method starts. */
  int at() {
    return at;
  }

  boolean hasNext() {
    return at < bytes.length;
  }

  int nextNumber() {
    int value = 0;
    int shift = 0;
    byte b;
    do {
      b = bytes[at++];
      value |= (b & 0x7f) << shift;
      shift += 7;
    } while (b < 0);
    return value;
  }

  /** The hash of the name of the method that starts here; stays where it is. */
  int name() {
    int start = at;
    int name = nextHash();
    at = start;
    return name;
  }

  private int nextHash() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = value << 8 | bytes[at++] & 0xff;
    }
    return value;
  }

  /** On to where the next method starts. */
  void skipMethod() {
    at += 4;
    int lines = nextNumber();
    at += lines;
    int calls = nextNumber();
    at += calls == 0 ? 0 : calls + 4;
  }

  /** Whether the code of the method that starts here goes that far; stays where it is. */
  boolean has(int bci) {
    int start = at;
    at += 4;
    boolean found = nextNumber() > 0 && bci < nextNumber();
    at = start;
    return found;
  }

  /** The line of an instruction of the method that starts here; stays where it is. */
  int line(int bci) {
    int start = at;
    at += 4;
    int length = nextNumber();
    int found = lineBefore(bci, at + length);
    at = start;
    return found;
  }

  private int lineBefore(int bci, int end) {
    int found = LineTable.UNKNOWN;
    if (bci >= nextNumber()) {
      return found;
    }
    int position = 0;
    int line = 0;
    while (at < end) {
      position += nextNumber();
      int delta = nextNumber();
      line += delta >>> 1 ^ -(delta & 1);
      if (position >= bci) {
        return position == bci ? line : found; // HotSpot: the first entry for the very position
      }
      found = line;
    }
    return found;
  }

  /**
   * Whether the method that starts here is known to have another descriptor; stays where it is.
   * Only that of a method with overloads is kept.
   */
  boolean isOther(int descriptor) {
    int start = at;
    int end = toCalls();
    boolean kept = end > at;
    at = end;
    boolean other = kept && nextHash() != descriptor;
    at = start;
    return other;
  }

  /** Whether the method that starts here has its calls kept; stays where it is. */
  boolean isOverloaded() {
    int start = at;
    boolean kept = toCalls() > at;
    at = start;
    return kept;
  }

  /** Whether the instruction is kept as a call of a method of that name; stays where it is. */
  boolean calls(int bci, int name) {
    int start = at;
    int end = toCalls();
    boolean found = false;
    if (end > at) {
      nextNumber();
      int position = 0;
      while (at < end && position <= bci && !found) {
        position += nextNumber();
        found = nextNumber() == (name & LOW_BITS) && position == bci;
      }
    }
    at = start;
    return found;
  }

  /** On to the calls of the method that starts here; returns where they end. */
  private int toCalls() {
    at += 4;
    int lines = nextNumber();
    at += lines;
    int calls = nextNumber();
    return at + calls;
  }
}
