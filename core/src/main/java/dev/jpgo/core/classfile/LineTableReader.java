package dev.jpgo.core.classfile;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the line numbers of a class file and packs them for {@link LineTable}. */
final class LineTableReader {
  private static final byte[] NONE = {};

  /** Bytes of an entry: two numbers of 17 bits. */
  private static final int LONGEST_ENTRY = 6;

  /** JVMS table 4.6-A: what has no code. */
  private static final int ABSTRACT_OR_NATIVE = 0x0500;

  private final RawClass raw;

  /** Index of the constant with an attribute's name, once met. */
  private int codeName = -1;

  private int linesName = -1;

  private byte[] out = new byte[256];
  private int size;

  /** Where the last entry that was packed is, of the method that is read. */
  private int position;

  private int line;

  /** How many methods were read. */
  int count;

  /** How many methods have code, where some were read. */
  int withCode;

  int greatest;
  private int[] names = {};

  /** Indices of the constants with the descriptors: few are asked for. */
  private int[] descriptors = {};

  private byte[][] lines = {};
  private int[] codes = {};
  @Nullable String sourceFile;

  LineTableReader(byte[] classFile) {
    this.raw = new RawClass(classFile);
  }

  /** Reads all methods with code; false when the class file has an unknown form. */
  boolean read() {
    if (raw.body < 0) {
      return false;
    }
    int at = methodsBegin();
    int methods = raw.u2(at);
    reserveMethods(methods);
    at += 2;
    for (int i = 0; i < methods; i++) {
      at = method(at);
    }
    int attributes = raw.u2(at);
    at += 2;
    for (int i = 0; i < attributes; i++) {
      if (raw.is(raw.u2(at), "SourceFile")) {
        sourceFile = raw.text(raw.u2(at + 6));
      }
      at += 6 + raw.u4(at + 2);
    }
    return true;
  }

  /**
   * Reads some of the methods.
   *
   * @param changed their ordinals, ascending
   * @return for each that has code its place among all that have, or null when the class file has
   *     an unknown form
   */
  int @Nullable [] read(int... changed) {
    if (raw.body < 0) {
      return null;
    }
    int at = methodsBegin();
    int methods = raw.u2(at);
    reserveMethods(changed.length);
    int[] places = new int[changed.length];
    at += 2;
    int next = 0;
    for (int i = 0; i < methods; i++) {
      boolean hasCode = (raw.u2(at) & ABSTRACT_OR_NATIVE) == 0;
      if (next < changed.length && changed[next] == i) {
        next++;
        if (hasCode) {
          places[count] = withCode;
        }
        at = method(at);
      } else {
        at = raw.skipAttributes(at + 6);
      }
      if (hasCode) {
        withCode++;
      }
    }
    return Arrays.copyOf(places, count);
  }

  /** Position of the number of methods. */
  private int methodsBegin() {
    int interfaces = raw.body + 6;
    return raw.skipMembers(interfaces + 2 + 2 * raw.u2(interfaces));
  }

  private void reserveMethods(int methods) {
    names = new int[methods];
    descriptors = new int[methods];
    lines = new byte[methods][];
    codes = new int[methods];
  }

  private int method(int at) {
    int name = raw.u2(at + 2);
    int descriptor = raw.u2(at + 4);
    int attributes = raw.u2(at + 6);
    at += 8;
    for (int i = 0; i < attributes; i++) {
      if (isCode(raw.u2(at))) {
        names[count] = raw.hash(0, name);
        descriptors[count] = descriptor;
        codes[count] = at + 6;
        lines[count++] = pack(at + 6);
      }
      at += 6 + raw.u4(at + 2);
    }
    return at;
  }

  private boolean isCode(int name) {
    if (codeName < 0 && raw.is(name, "Code")) {
      codeName = name;
    }
    return name == codeName;
  }

  private boolean isLines(int name) {
    if (linesName < 0 && raw.is(name, "LineNumberTable")) {
      linesName = name;
    }
    return name == linesName;
  }

  /** The lines of a Code attribute whose contents start here. */
  private byte[] pack(int code) {
    int length = raw.u4(code + 4);
    size = 0;
    write(length);
    int at = code + 8 + length;
    at += 2 + 8 * raw.u2(at);
    int attributes = raw.u2(at);
    at += 2;
    position = 0;
    line = 0;
    for (int i = 0; i < attributes; i++) {
      if (isLines(raw.u2(at)) && !pack(at + 8, raw.u2(at + 6))) {
        size = 0; // no compiler does this, though JVMS 4.7.12 asks no order
        write(length);
        return Arrays.copyOf(out, size);
      }
      at += 6 + raw.u4(at + 2);
    }
    return Arrays.copyOf(out, size);
  }

  /**
   * The entries of a line table, each as what differs from the one before; false when they are not
   * in the order of the code. An interpreter runs this for every line of a program: it calls
   * nothing.
   */
  private boolean pack(int from, int entries) {
    reserve(entries * LONGEST_ENTRY);
    byte[] in = raw.bytes;
    byte[] to = out;
    int next = size;
    for (int at = from; at < from + 4 * entries; at += 4) {
      int step = ((in[at] & 0xff) << 8 | in[at + 1] & 0xff) - position;
      if (step < 0) {
        return false;
      }
      int delta = ((in[at + 2] & 0xff) << 8 | in[at + 3] & 0xff) - line;
      int turn = delta << 1 ^ delta >> 31;
      if (step < 0x80 && turn < 0x80) {
        to[next++] = (byte) step;
        to[next++] = (byte) turn;
      } else {
        next = write(turn, to, write(step, to, next));
      }
      position += step;
      line += delta;
      if (line > greatest) {
        greatest = line;
      }
    }
    size = next;
    return true;
  }

  /** All methods, as {@link PackedMethods} reads them. */
  byte[] methods() {
    int[] sorted = Arrays.copyOf(names, count);
    Arrays.sort(sorted);
    byte[][] calls = new byte[count][];
    for (int i = 0; i < count; i++) {
      int at = Arrays.binarySearch(sorted, names[i]);
      boolean overloaded =
          (at > 0 && sorted[at - 1] == names[i]) || (at + 1 < count && sorted[at + 1] == names[i]);
      calls[i] = overloaded ? calls(i) : NONE;
    }
    size = 0;
    for (int i = 0; i < count; i++) {
      write(i, calls[i]);
    }
    return Arrays.copyOf(out, size);
  }

  /** One of those that were read, in the same form. */
  byte[] method(int i, boolean overloaded) {
    byte[] calls = overloaded ? calls(i) : NONE;
    size = 0;
    write(i, calls);
    return Arrays.copyOf(out, size);
  }

  private void write(int i, byte[] calls) {
    writeHash(names[i]);
    write(lines[i]);
    write(calls);
    if (calls.length > 0) {
      writeHash(raw.hash(0, descriptors[i]));
    }
  }

  /** The calls in a method's code, packed: a byte, then positions and hashes of names. */
  private byte[] calls(int method) {
    int start = codes[method] + 8;
    int end = start + raw.u4(codes[method] + 4);
    size = 0;
    write(0);
    int last = start;
    for (int at = start; at < end; ) {
      int opcode = raw.bytes[at] & 0xff;
      if (opcode >= 182 && opcode <= 185) {
        int nameAndType = raw.u2(raw.constants[raw.u2(at + 1)] + 2);
        write(at - last);
        write(raw.hash(0, raw.u2(raw.constants[nameAndType])) & PackedMethods.LOW_BITS);
        last = at;
      }
      int next = at + InstructionLength.of(raw, at, start);
      if (next <= at) {
        return NONE;
      }
      at = next;
    }
    return Arrays.copyOf(out, size);
  }

  private void writeHash(int hash) {
    reserve(4);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out[size++] = (byte) (hash >> shift);
    }
  }

  private void write(byte[] bytes) {
    write(bytes.length);
    reserve(bytes.length);
    System.arraycopy(bytes, 0, out, size, bytes.length);
    size += bytes.length;
  }

  private void write(int value) {
    reserve(5);
    size = write(value, out, size);
  }

  /** Writes a number of seven bits a byte; returns the position after it. */
  static int write(int value, byte[] to, int at) {
    for (; (value & ~0x7f) != 0; value >>>= 7) {
      to[at++] = (byte) (value & 0x7f | 0x80);
    }
    to[at++] = (byte) value;
    return at;
  }

  private void reserve(int more) {
    if (size + more > out.length) {
      out = Arrays.copyOf(out, 2 * out.length + more);
    }
  }
}
