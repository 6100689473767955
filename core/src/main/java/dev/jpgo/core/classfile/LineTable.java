package dev.jpgo.core.classfile;

import java.util.HashMap;
import java.util.Map;
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
  private final int[] names;
  private final byte[][] lines;
  private final byte @Nullable [][] calls;

  private LineTable(
      @Nullable String sourceFile, int[] names, byte[][] lines, byte @Nullable [][] calls) {
    this.sourceFile = sourceFile;
    this.names = names;
    this.lines = lines;
    this.calls = calls;
  }

  /**
   * Reads the lines of a class.
   *
   * @throws IllegalArgumentException when the bytes are no class file ASM can read
   */
  public static LineTable read(byte[] classFile) {
    LineTableReader reader;
    try {
      reader = new LineTableReader(classFile);
      reader.read();
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("damaged class file", e);
    }
    int count = reader.methods.size();
    int[] names = new int[count];
    byte[][] lines = new byte[count][];
    byte[][] calls = null;
    Map<Integer, Integer> overloads = new HashMap<>();
    for (int i = 0; i < count; i++) {
      names[i] = reader.methods.get(i).name();
      lines[i] = reader.methods.get(i).lines();
      Integer other = overloads.put(names[i], i);
      if (other != null) {
        calls = calls == null ? new byte[count][] : calls;
        calls[other] = reader.calls(other);
        calls[i] = reader.calls(i);
      }
    }
    return new LineTable(reader.sourceFile, names, lines, calls);
  }

  /** The source file the class names; null when it names none. */
  public @Nullable String sourceFile() {
    return sourceFile;
  }

  /**
   * The line of an instruction, or {@link #UNKNOWN} when overloads of the method disagree about it.
   *
   * @param method name of the method
   * @param bci index of the instruction in the method's code
   * @param callee name of the method that the instruction called; null when not known
   */
  public int line(String method, int bci, @Nullable String callee) {
    int hash = method.hashCode();
    int first = UNKNOWN;
    int agreeing = 0;
    int calling = 0;
    int calledLine = UNKNOWN;
    boolean disagree = false;
    for (int i = 0; i < names.length; i++) {
      int line = names[i] == hash ? line(lines[i], bci) : UNKNOWN;
      if (line == UNKNOWN) {
        continue;
      }
      disagree |= agreeing++ > 0 && line != first;
      first = line;
      byte[] known = calls == null ? null : calls[i];
      if (known != null && callee != null && calls(known, bci, callee)) {
        disagree |= calling++ > 0 && line != calledLine && calledLine != UNKNOWN;
        calledLine = calling > 1 && line != calledLine ? UNKNOWN : line;
      }
    }
    return disagree ? (calling > 0 ? calledLine : UNKNOWN) : first;
  }

  /** Bytes that this holds on to, without object headers. */
  public int size() {
    int size = 8 * names.length;
    for (byte[] each : lines) {
      size += each.length;
    }
    return size;
  }

  /** Code length, then for each entry the distance in bytes and in lines from the one before. */
  private static int line(byte[] encoded, int bci) {
    Cursor cursor = new Cursor(encoded);
    if (bci >= cursor.next()) {
      return UNKNOWN;
    }
    int at = 0;
    int line = 0;
    int found = UNKNOWN;
    while (cursor.hasNext()) {
      at += cursor.next();
      int delta = cursor.next();
      if (at > bci) {
        break;
      }
      line += delta >>> 1 ^ -(delta & 1);
      found = line;
    }
    return found;
  }

  /** For each call the distance in bytes from the one before, and the low bits of a hash. */
  private static boolean calls(byte[] encoded, int bci, String callee) {
    Cursor cursor = new Cursor(encoded);
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

    Cursor(byte[] bytes) {
      this.bytes = bytes;
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
