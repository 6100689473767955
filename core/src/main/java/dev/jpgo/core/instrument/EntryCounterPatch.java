package dev.jpgo.core.instrument;

import dev.jpgo.runtime.JpgoCounters;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Puts call counters into a class file without decoding any instruction: the code of a method moves
 * by 12 bytes, so that switches keep their alignment (JVMS 6.5 tableswitch) and branches, which are
 * relative, stay as they are; the exception table and the tables of the Code attribute are moved
 * along. Constants are appended to the pool. Ten times cheaper than a visitor, and every class
 * passes here.
 *
 * <p>The first line of a method begins at the probe, so a stack overflow at entry has its line. A
 * method that has a code attribute which is not known here is left to a visitor; one that would
 * outgrow the limit does without.
 */
final class EntryCounterPatch {
  /** Length of the probe, padded to a multiple of 4. */
  static final int SHIFT = 12;

  private static final int MAX_CODE = 65535;
  private static final int MAX_POOL = 65535;

  private static final byte OTHER = 1;
  private static final byte CODE = 2;
  private static final byte LINES = 3;
  private static final byte VARIABLES = 4;
  private static final byte FRAMES = 5;

  private final ClassReader reader;
  private final byte[] in;
  private final Map<Integer, Integer> counters;
  private final char[] buffer;
  private final ByteSink out;
  private final Set<Integer> left = new HashSet<>();
  private boolean patched;
  private final Map<Integer, Integer> fields = new HashMap<>();
  private final byte[] kinds;
  private int at;

  private EntryCounterPatch(byte[] in, Map<Integer, Integer> counters) {
    this.reader = new ClassReader(in);
    this.in = in;
    this.counters = counters;
    this.kinds = new byte[reader.getItemCount()];
    this.buffer = new char[reader.getMaxStringLength()];
    this.out = new ByteSink(in.length + in.length / 4 + 256);
  }

  /**
   * The outcome.
   *
   * @param bytes the new class file
   * @param left ordinals of the methods that another way must be found for
   */
  record Outcome(byte[] bytes, Set<Integer> left) {}

  /**
   * Puts counters in.
   *
   * @param counters counter index by method ordinal
   */
  static Outcome apply(byte[] classFile, Map<Integer, Integer> counters) {
    return new EntryCounterPatch(classFile, counters).apply();
  }

  private Outcome apply() {
    if (!writePool()) {
      return new Outcome(in, counters.keySet());
    }
    at = reader.header + 6;
    at += 2 + 2 * u2(at);
    int fieldCount = u2(at);
    at += 2;
    for (int i = 0; i < fieldCount; i++) {
      at += 6;
      skipAttributes();
    }
    int methods = u2(at);
    at += 2;
    out.copy(in, reader.header, at);
    for (int ordinal = 0; ordinal < methods; ordinal++) {
      method(ordinal);
    }
    out.copy(in, at, in.length);
    return new Outcome(patched ? out.toBytes() : in, left);
  }

  /** Magic, version and pool, with a field reference for each chunk; false when it is full. */
  private boolean writePool() {
    int next = reader.getItemCount();
    Set<Integer> chunks = new HashSet<>();
    for (int counter : counters.values()) {
      chunks.add(counter / JpgoCounters.CHUNK);
    }
    int total = next + 3 + 3 * chunks.size();
    if (total > MAX_POOL) {
      return false;
    }
    out.copy(in, 0, 8);
    out.u2(total);
    out.copy(in, 10, reader.header);
    utf8(CounterChunks.FIELD);
    utf8(CounterChunks.DESCRIPTOR);
    int nameAndType = next + 2;
    out.u1(12).u2(next).u2(next + 1); // CONSTANT_NameAndType
    next += 3;
    for (int chunk : chunks) {
      utf8(RuntimeNames.chunk(chunk));
      out.u1(7).u2(next); // CONSTANT_Class
      out.u1(9).u2(next + 1).u2(nameAndType); // CONSTANT_Fieldref
      fields.put(chunk, next + 2);
      next += 3;
    }
    return true;
  }

  private void utf8(String ascii) {
    byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
    out.u1(1).u2(bytes.length).copy(bytes, 0, bytes.length);
  }

  private void method(int ordinal) {
    Integer counter = counters.get(ordinal);
    int start = at;
    int attributes = u2(at + 6);
    at += 8;
    int code = -1;
    for (int i = 0; i < attributes; i++) {
      if (counter != null && kind(at) == CODE) {
        code = at;
      }
      at += 6 + i4(at + 2);
    }
    int end = at;
    if (counter == null || code < 0 || isEmpty(code) || !canPatch(ordinal, code)) {
      out.copy(in, start, end);
      return;
    }
    out.copy(in, start, code);
    code(code, counter);
    out.copy(in, code + 6 + i4(code + 2), end);
    patched = true;
  }

  /** Whether the code is a lone return, which stays as it is; see {@link Instrumenter#apply}. */
  private boolean isEmpty(int code) {
    return (in[code + 14] & 0xFF) == Opcodes.RETURN;
  }

  private boolean canPatch(int ordinal, int code) {
    int length = i4(code + 10);
    if (length + SHIFT > MAX_CODE) {
      return false; // does without
    }
    int table = code + 14 + length;
    int next = table + 2 + 8 * u2(table);
    int count = u2(next);
    next += 2;
    for (int i = 0; i < count; i++) {
      int kind = kind(next);
      if (kind != LINES && kind != VARIABLES && kind != FRAMES) {
        left.add(ordinal);
        return false;
      }
      next += 6 + i4(next + 2);
    }
    return true;
  }

  private void code(int start, int counter) {
    out.copy(in, start, start + 2);
    int lengthAt = out.skip4();
    out.u2(Math.max(u2(start + 6), Probes.STACK));
    out.copy(in, start + 8, start + 10);
    int length = i4(start + 10);
    out.u4(length + SHIFT);
    probe(counter);
    out.copy(in, start + 14, start + 14 + length);
    int next = start + 14 + length;
    int handlers = u2(next);
    out.u2(handlers);
    next += 2;
    for (int i = 0; i < handlers; i++, next += 8) {
      out.u2(u2(next) + SHIFT).u2(u2(next + 2) + SHIFT).u2(u2(next + 4) + SHIFT).u2(u2(next + 6));
    }
    int count = u2(next);
    out.u2(count);
    next += 2;
    for (int i = 0; i < count; i++) {
      attribute(next);
      next += 6 + i4(next + 2);
    }
    out.setLength(lengthAt);
  }

  private void probe(int counter) {
    Integer field = fields.get(counter / JpgoCounters.CHUNK);
    out.u1(Opcodes.GETSTATIC).u2(field == null ? 0 : field);
    out.u1(Opcodes.SIPUSH).u2(counter % JpgoCounters.CHUNK);
    out.u1(Opcodes.DUP2).u1(Opcodes.LALOAD).u1(Opcodes.LCONST_1);
    out.u1(Opcodes.LADD).u1(Opcodes.LASTORE).u1(Opcodes.NOP);
  }

  /** What an attribute is, by its name; found out once for each name's place in the pool. */
  private byte kind(int attribute) {
    int name = u2(attribute);
    byte kind = kinds[name];
    if (kind == 0) {
      kind = kindOf(name);
      kinds[name] = kind;
    }
    return kind;
  }

  private byte kindOf(int name) {
    return switch (name(name)) {
      case "Code" -> CODE;
      case "LineNumberTable" -> LINES;
      case "StackMapTable" -> FRAMES;
      case "LocalVariableTable", "LocalVariableTypeTable" -> VARIABLES;
      default -> OTHER;
    };
  }

  private String name(int item) {
    int start = reader.getItem(item);
    int length = u2(start);
    for (int i = 0; i < length && i < buffer.length; i++) {
      buffer[i] = (char) in[start + 2 + i];
    }
    return new String(buffer, 0, length); // other than ASCII is none of the names looked for
  }

  private void attribute(int start) {
    byte kind = kind(start);
    out.copy(in, start, start + 2);
    int lengthAt = out.skip4();
    int count = u2(start + 6);
    out.u2(count);
    int next = start + 8;
    if (kind == FRAMES) {
      FrameMover.move(in, next, count, out);
    } else {
      int size = kind == LINES ? 4 : 10;
      for (int i = 0; i < count; i++, next += size) {
        int pc = u2(next);
        out.u2(pc == 0 && kind == LINES ? 0 : pc + SHIFT);
        out.copy(in, next + 2, next + size);
      }
    }
    out.setLength(lengthAt);
  }

  private void skipAttributes() {
    int count = u2(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      at += 6 + i4(at + 2);
    }
  }

  private int u2(int offset) {
    return (in[offset] & 0xFF) << 8 | in[offset + 1] & 0xFF;
  }

  private int i4(int offset) {
    return u2(offset) << 16 | u2(offset + 2);
  }
}
