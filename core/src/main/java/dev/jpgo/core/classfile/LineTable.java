package dev.jpgo.core.classfile;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The line of every instruction of one version of a class (JVMS 4.7.12), kept in about two bytes a
 * line: the VM forgets an older version's, and stack traces need it.
 *
 * <p>A method is known by the hash of its name alone, since that is what a stack trace tells. Where
 * overloads disagree, the name of the method that an instruction calls decides, if it can: for
 * overloaded methods the calls are kept too.
 */
public final class LineTable {
  /** No line is known. */
  public static final int UNKNOWN = -1;

  private final @Nullable String sourceFile;
  private final int count;
  private final int greatest;

  /** For each method the hash of its name in four bytes, the length of its lines, its lines. */
  private final byte[] methods;

  private final @Nullable Overloads overloads;

  private LineTable(LineTableReader reader, @Nullable Overloads overloads) {
    this.sourceFile = reader.sourceFile;
    this.count = reader.count;
    this.greatest = reader.greatest;
    this.methods = reader.methods();
    this.overloads = overloads;
  }

  /**
   * Reads the lines of a class.
   *
   * @throws IllegalArgumentException when the bytes are no class file of a known form
   */
  public static LineTable read(byte[] classFile) {
    LineTableReader reader;
    try {
      reader = new LineTableReader(classFile);
      if (!reader.read()) {
        throw new IllegalArgumentException("class file of an unknown form");
      }
      return of(reader);
    } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("damaged class file", e);
    }
  }

  private static LineTable of(LineTableReader reader) {
    int count = reader.count;
    int[] names = Arrays.copyOf(reader.names, count);
    int[] sorted = names.clone();
    Arrays.sort(sorted);
    Overloads overloads = null;
    for (int i = 0; i < count; i++) {
      int at = Arrays.binarySearch(sorted, names[i]);
      boolean overloaded =
          (at > 0 && sorted[at - 1] == names[i]) || (at + 1 < count && sorted[at + 1] == names[i]);
      if (overloaded) {
        overloads = overloads == null ? new Overloads(count) : overloads;
        overloads.add(i, reader);
      }
    }
    return new LineTable(reader, overloads);
  }

  /** The source file the class names; null when it names none. */
  public @Nullable String sourceFile() {
    return sourceFile;
  }

  /**
   * The line of an instruction, or {@link #UNKNOWN} when overloads of the method disagree about it.
   *
   * @param method name of the method
   * @param descriptor descriptor of the method; null when not known
   * @param bci index of the instruction in the method's code
   * @param callee name of the method that the instruction called; null when not known
   */
  public int line(String method, @Nullable String descriptor, int bci, @Nullable String callee) {
    int hash = method.hashCode();
    int line = UNKNOWN;
    int called = UNKNOWN;
    boolean lineAgreed = true;
    boolean calledAgreed = true;
    Cursor cursor = new Cursor(methods, 0);
    for (int i = 0; i < count; i++) {
      int name = cursor.nextInt();
      int length = cursor.next();
      int start = cursor.at;
      cursor.at += length;
      int here = name == hash ? line(new Cursor(methods, start), cursor.at, bci) : UNKNOWN;
      if (here == UNKNOWN || isOther(i, descriptor)) {
        continue;
      }
      lineAgreed &= line == UNKNOWN || line == here;
      line = here;
      if (overloads != null && callee != null && calls(overloads.calls[i], bci, callee)) {
        calledAgreed &= called == UNKNOWN || called == here;
        called = here;
      }
    }
    return lineAgreed ? line : calledAgreed ? called : UNKNOWN;
  }

  private boolean isOther(int method, @Nullable String descriptor) {
    return overloads != null
        && descriptor != null
        && overloads.calls[method].length > 0
        && overloads.descriptors[method] != descriptor.hashCode();
  }

  /** The greatest line number of all; 0 when there is none. */
  public int greatest() {
    return greatest;
  }

  /** Bytes that the lines take, without those that tell overloads apart. */
  public int size() {
    return methods.length;
  }

  /** Whether the other version's lines are the same, instruction for instruction. */
  public boolean isSame(LineTable other) {
    return count == other.count
        && Arrays.equals(methods, other.methods)
        && Objects.equals(sourceFile, other.sourceFile)
        && (overloads == null
            ? other.overloads == null
            : other.overloads != null && overloads.isSame(other.overloads));
  }

  /**
   * Makes this version hold on to what it has in common with an earlier one, so that it takes less
   * memory. For the thread that read it, before any other sees it.
   */
  public void share(LineTable earlier) {
    if (overloads != null && earlier.overloads != null) {
      overloads.share(earlier.overloads);
    }
  }

  /** What tells overloads apart; for methods without any, no calls. */
  private static final class Overloads {
    private static final byte[] NONE = {};
    final byte[][] calls;
    final int[] descriptors;

    Overloads(int count) {
      calls = new byte[count][];
      Arrays.fill(calls, NONE);
      descriptors = new int[count];
    }

    boolean isSame(Overloads other) {
      return Arrays.deepEquals(calls, other.calls) && Arrays.equals(descriptors, other.descriptors);
    }

    /** Most methods of a class are the same in two of its versions. */
    void share(Overloads earlier) {
      int common = Math.min(calls.length, earlier.calls.length);
      for (int i = 0; i < common; i++) {
        if (Arrays.equals(calls[i], earlier.calls[i])) {
          calls[i] = earlier.calls[i];
        }
      }
    }

    void add(int method, LineTableReader reader) {
      calls[method] = reader.calls(method);
      descriptors[method] = reader.descriptors[method];
    }
  }

  /** Code length, then for each entry the distance in bytes and in lines from the one before. */
  private static int line(Cursor cursor, int end, int bci) {
    if (bci >= cursor.next()) {
      return UNKNOWN;
    }
    int at = 0;
    int line = 0;
    int found = UNKNOWN;
    while (cursor.at < end) {
      at += cursor.next();
      int delta = cursor.next();
      line += delta >>> 1 ^ -(delta & 1);
      if (at >= bci) {
        return at == bci ? line : found; // HotSpot: the first entry for the very position
      }
      found = line;
    }
    return found;
  }

  /**
   * One byte, then for each call the distance in bytes from the one before, and the low bits of a
   * hash.
   */
  private static boolean calls(byte[] encoded, int bci, String callee) {
    if (encoded.length == 0) {
      return false;
    }
    Cursor cursor = new Cursor(encoded, 0);
    cursor.next();
    int at = 0;
    while (cursor.hasNext()) {
      at += cursor.next();
      int hash = cursor.next();
      if (at == bci) {
        return hash == (callee.hashCode() & 0x3fff);
      }
    }
    return false;
  }

  /** Reads numbers of seven bits a byte. */
  private static final class Cursor {
    private final byte[] bytes;
    private int at;

    Cursor(byte[] bytes, int at) {
      this.bytes = bytes;
      this.at = at;
    }

    int nextInt() {
      int value = 0;
      for (int i = 0; i < 4; i++) {
        value = value << 8 | bytes[at++] & 0xff;
      }
      return value;
    }

    boolean hasNext() {
      return at < bytes.length;
    }

    int next() {
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
  }
}
