package dev.jpgo.core.classfile;

import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The line of every instruction of one version of a class (JVMS 4.7.12), kept in about two bytes a
 * line, or as what differs from another version: the VM forgets an older version's, and stack
 * traces need it.
 *
 * <p>A method is known by the hash of its name alone, since that is what a stack trace tells. Where
 * overloads disagree, the name of the method that an instruction calls decides, if it can: for
 * overloaded methods the calls are kept too.
 */
public final class LineTable {
  /** No line is known. */
  public static final int UNKNOWN = -1;

  /** A chain of differences is no longer than this, so that a look-up is quick. */
  private static final int MAX_DEPTH = 50;

  private final @Nullable String sourceFile;
  private final int greatest;
  private final int count;

  /** Of all methods, each with its place. */
  private final int hash;

  private final long source;

  /** The version that this one differs from; null when it stands for itself. */
  private final @Nullable LineTable base;

  private final int depth;

  /** {@link PackedMethods}: all, or those that differ, each after its distance from the last. */
  private final byte[] methods;

  private LineTable(byte[] classFile, LineTableReader reader) {
    this.sourceFile = reader.sourceFile;
    this.greatest = reader.greatest;
    this.count = reader.count;
    this.methods = reader.methods();
    this.hash = hash(methods, count);
    this.source = source(classFile);
    this.base = null;
    this.depth = 0;
  }

  private LineTable(LineTable base, byte[] differences, int greatest, int hash, long source) {
    this.sourceFile = base.sourceFile;
    this.greatest = greatest;
    this.count = base.count;
    this.hash = hash;
    this.source = source;
    this.methods = differences;
    this.base = base;
    this.depth = base.depth + 1;
  }

  private static int hash(byte[] methods, int count) {
    int hash = 0;
    PackedMethods packed = new PackedMethods(methods, 0);
    for (int i = 0; i < count; i++) {
      int from = packed.at();
      packed.skipMethod();
      hash ^= hash(i, methods, from, packed.at());
    }
    return hash;
  }

  private static int hash(int place, byte[] methods, int from, int to) {
    CRC32 crc = new CRC32();
    crc.update(methods, from, to - from);
    return Integer.rotateLeft((int) crc.getValue(), place) + place;
  }

  /** Tells a class file from others, as far as its length and its CRC-32 do. */
  public static long source(byte[] classFile) {
    CRC32 crc = new CRC32();
    crc.update(classFile);
    return (long) classFile.length << 32 | crc.getValue();
  }

  /**
   * Reads the lines of a class.
   *
   * @throws IllegalArgumentException when the bytes are no class file of a known form
   */
  public static LineTable read(byte[] classFile) {
    try {
      LineTableReader reader = new LineTableReader(classFile);
      if (!reader.read()) {
        throw new IllegalArgumentException("class file of an unknown form");
      }
      return new LineTable(classFile, reader);
    } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("damaged class file", e);
    }
  }

  /**
   * Reads the lines of a class of which most methods are known: an interpreter takes long for those
   * of a large class.
   *
   * @param earlier the lines of a version with the same methods, in the same order
   * @param changed ordinals of those whose code is not the same, ascending
   * @throws IllegalArgumentException when the bytes are no class file of a known form
   */
  public static LineTable read(byte[] classFile, LineTable earlier, int... changed) {
    LineTable read;
    try {
      read = earlier.depth == MAX_DEPTH ? null : earlier.with(classFile, changed);
    } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("damaged class file", e);
    }
    return read == null ? read(classFile) : read;
  }

  /** Null where too much differs. */
  private @Nullable LineTable with(byte[] classFile, int... changed) {
    LineTableReader reader = new LineTableReader(classFile);
    int[] places = reader.read(changed);
    if (places == null || reader.withCode != count) {
      return null;
    }
    Methods known = new Methods(this);
    Differences differences = new Differences();
    int next = hash;
    for (int i = 0; i < places.length; i++) {
      int place = places[i];
      byte[] fresh = reader.method(i, known.isOverloaded(place));
      if (new PackedMethods(fresh, 0).name() != known.name(place)) {
        return null;
      }
      if (!known.is(place, fresh, 0, fresh.length)) {
        differences.add(place, fresh, 0, fresh.length);
        next ^= known.hash(place) ^ hash(place, fresh, 0, fresh.length);
      }
    }
    byte[] packed = differences.packed();
    return packed.length <= whole().methods.length / 2
        ? new LineTable(this, packed, Math.max(greatest, reader.greatest), next, source(classFile))
        : null;
  }

  /** The {@link #source(byte[])} of the class file that these are the lines of. */
  public long source() {
    return source;
  }

  /** The source file the class names; null when it names none. */
  public @Nullable String sourceFile() {
    return sourceFile;
  }

  /** The greatest line number of all, or of a version that this one differs from; 0 for none. */
  public int greatest() {
    return greatest;
  }

  /** Bytes that the lines take, without those of the version that this one differs from. */
  public int size() {
    return methods.length;
  }

  /**
   * The line of an instruction, or {@link #UNKNOWN} when overloads of the method disagree about it:
   * one that has such an instruction, but no line for it, disagrees with one that has.
   *
   * @param method name of the method
   * @param descriptor descriptor of the method; null when not known
   * @param bci index of the instruction in the method's code
   * @param callee name of the method that the instruction called; null when not known
   */
  public int line(String method, @Nullable String descriptor, int bci, @Nullable String callee) {
    int line = UNKNOWN;
    int called = UNKNOWN;
    boolean anyLine = false;
    boolean anyCalled = false;
    boolean lineAgreed = true;
    boolean calledAgreed = true;
    PackedMethods first = new PackedMethods(whole().methods, 0);
    for (int i = 0; i < count; i++) {
      PackedMethods here = method(i, first, method, descriptor, bci);
      first.skipMethod();
      if (here == null) {
        continue;
      }
      int found = here.line(bci);
      lineAgreed &= !anyLine || line == found;
      line = found;
      anyLine = true;
      if (callee != null && here.calls(bci, callee.hashCode())) {
        calledAgreed &= !anyCalled || called == found;
        called = found;
        anyCalled = true;
      }
    }
    return lineAgreed ? line : calledAgreed ? called : UNKNOWN;
  }

  /** Whether there is such an instruction, with a line or without, see {@link #line}. */
  public boolean has(String method, @Nullable String descriptor, int bci) {
    PackedMethods first = new PackedMethods(whole().methods, 0);
    for (int i = 0; i < count; i++) {
      if (method(i, first, method, descriptor, bci) != null) {
        return true;
      }
      first.skipMethod();
    }
    return false;
  }

  /** A method as this version has it, if it is of that name and has the instruction; or null. */
  private @Nullable PackedMethods method(
      int ordinal, PackedMethods first, String method, @Nullable String descriptor, int bci) {
    PackedMethods here = first.name() == method.hashCode() ? method(ordinal, first) : null;
    return here == null
            || !here.has(bci)
            || descriptor != null && here.isOther(descriptor.hashCode())
        ? null
        : here;
  }

  /** The version at the end of the chain, which has all methods. */
  private LineTable whole() {
    LineTable table = this;
    for (LineTable next = base; next != null; next = next.base) {
      table = next;
    }
    return table;
  }

  /** A method as this version has it. */
  private PackedMethods method(int ordinal, PackedMethods first) {
    for (LineTable table = this; table.base != null; table = table.base) {
      PackedMethods differing = new PackedMethods(table.methods, 0);
      for (int at = -1; differing.hasNext() && at < ordinal; differing.skipMethod()) {
        at += differing.nextNumber();
        if (at == ordinal) {
          return differing;
        }
      }
    }
    return new PackedMethods(whole().methods, first.at());
  }

  /** Whether the other version's lines are the same, instruction for instruction. */
  public boolean isSame(LineTable other) {
    return this == other
        || hash == other.hash
            && count == other.count
            && Objects.equals(sourceFile, other.sourceFile)
            && differences(new Methods(this), new Methods(other)).length == 0;
  }

  /**
   * This version, kept as what differs from an earlier one if that takes less than half the memory.
   */
  public LineTable after(LineTable earlier) {
    if (base != null
        || count != earlier.count
        || earlier.depth == MAX_DEPTH
        || !Objects.equals(sourceFile, earlier.sourceFile)) {
      return this;
    }
    Methods own = new Methods(this);
    Methods others = new Methods(earlier);
    if (!own.hasNamesOf(others)) {
      return this; // another agent's order; a look-up goes by the names of the whole version
    }
    byte[] differences = differences(own, others);
    return differences.length <= methods.length / 2
        ? new LineTable(earlier, differences, greatest, hash, source)
        : this;
  }

  private static byte[] differences(Methods methods, Methods others) {
    Differences differences = new Differences();
    for (int i = 0; i < methods.count; i++) {
      if (!others.is(i, methods.bytes[i], methods.from[i], methods.to[i])) {
        differences.add(i, methods.bytes[i], methods.from[i], methods.to[i]);
      }
    }
    return differences.packed();
  }

  /** Methods that differ, each after its distance from the last. */
  private static final class Differences {
    private byte[] out = new byte[64];
    private int size;
    private int last = -1;

    void add(int place, byte[] bytes, int from, int to) {
      if (size + to - from + 5 > out.length) {
        out = Arrays.copyOf(out, 2 * out.length + to - from);
      }
      size = LineTableReader.write(place - last, out, size);
      System.arraycopy(bytes, from, out, size, to - from);
      size += to - from;
      last = place;
    }

    byte[] packed() {
      return Arrays.copyOf(out, size);
    }
  }

  /** Where each method of a version is. */
  private static final class Methods {
    private final int count;
    private final byte[][] bytes;
    private final int[] from;
    private final int[] to;

    Methods(LineTable table) {
      count = table.count;
      bytes = new byte[count][];
      from = new int[count];
      to = new int[count];
      add(table);
    }

    boolean hasNamesOf(Methods others) {
      for (int i = 0; i < count; i++) {
        if (name(i) != others.name(i)) {
          return false;
        }
      }
      return true;
    }

    int name(int place) {
      return new PackedMethods(bytes[place], from[place]).name();
    }

    boolean isOverloaded(int place) {
      return new PackedMethods(bytes[place], from[place]).isOverloaded();
    }

    int hash(int place) {
      return LineTable.hash(place, bytes[place], from[place], to[place]);
    }

    boolean is(int place, byte[] other, int start, int end) {
      return Arrays.equals(bytes[place], from[place], to[place], other, start, end);
    }

    private void add(LineTable table) {
      if (table.base != null) {
        add(table.base);
      }
      PackedMethods packed = new PackedMethods(table.methods, 0);
      for (int i = -1; packed.hasNext(); to[i] = packed.at()) {
        i += table.base == null ? 1 : packed.nextNumber();
        bytes[i] = table.methods;
        from[i] = packed.at();
        packed.skipMethod();
      }
    }
  }
}
