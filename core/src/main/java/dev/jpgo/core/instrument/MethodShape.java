package dev.jpgo.core.instrument;

import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * What tier 0 must know of a method, read straight from the bytes: some tens of times cheaper than
 * a tree, and every class passes here.
 *
 * @param name method name
 * @param codeLength length of its bytecode in bytes; 0 when it has none
 * @param calls number of its calls that may be inlined one day, and of its {@code invokedynamic}s
 * @param subroutines whether it contains {@code jsr} or {@code ret}
 * @param loops number of its loops: distinct targets of branches that do not go forward. The same
 *     as {@link InstrumentationLayout#loops}
 * @param streams whether it calls methods of {@code java.util.stream}'s interfaces, or makes a
 *     comparator to sort by: what it does takes longer than its code is long
 * @param functions whether it makes functions ({@code LambdaMetafactory}), or asks an iterator in a
 *     loop
 */
public record MethodShape(
    String name,
    int codeLength,
    int calls,
    boolean subroutines,
    int loops,
    boolean streams,
    boolean functions) {
  /** Up to this length in bytes, code without calls and loops carries no call counter. */
  public static final int LEAF = 35;

  private static final String STREAMS = "java/util/stream/";
  private static final String COMPARATORS = "java/util/Comparator";
  private static final String ITERATORS = "java/util/Iterator";
  private static final String STRING = "Ljava/lang/String;";

  /**
   * Whether it is to have a call counter: a small leaf pays much for it, counted against itself,
   * and has little to gain but being inlined, for which its callers count. What passes on to
   * another method is counted, however small: its callers cannot take it in where several targets
   * meet, as in a visitor, or where what it calls is not theirs to call. A class initializer runs
   * once.
   */
  public boolean deservesCallCounter() {
    return codeLength > 0 && !name.equals("<clinit>") && !isLeaf();
  }

  /**
   * Whether it is to have a call counter where a compiler runs: what that puts into its callers
   * would count there, in loops that the compiler made of next to nothing, and gains little from
   * being optimized by itself.
   *
   * @param inlined up to this length in bytes the compiler inlines code without loops
   */
  public boolean deservesCallCounter(int inlined) {
    return deservesCallCounter() && (loops > 0 || codeLength > inlined);
  }

  /**
   * Whether it does what a compiler that neither follows functions nor leaves objects out, such as
   * C1, makes no more of than an interpreter does.
   */
  public boolean usesLibrary() {
    return streams || functions;
  }

  private boolean isLeaf() {
    return calls == 0 && loops == 0 && codeLength <= LEAF;
  }

  /** The methods of a class in the order of its method table. */
  public static List<MethodShape> read(byte[] classFile) {
    return new MethodShapeReader(new ClassReader(classFile)).read();
  }

  static MethodShape scan(String name, ClassReader reader, int start, int length) {
    BitSet headers = new BitSet();
    int calls = 0;
    boolean subroutines = false;
    boolean streams = false;
    boolean functions = false;
    boolean iterators = false;
    for (int at = start; at < start + length; ) {
      int opcode = reader.readByte(at);
      calls += mayBeInlined(reader, at, opcode) ? 1 : 0;
      subroutines |= opcode == 168 || opcode == 169 || opcode == 201;
      streams =
          streams
              || (opcode == 185 && isOf(reader, at, STREAMS, true))
              || (opcode == 184 && isOf(reader, at, COMPARATORS, false));
      functions = functions || (opcode == 186 && makesFunction(reader, at));
      iterators = iterators || (opcode == 185 && isOf(reader, at, ITERATORS, false));
      at = next(reader, start, at, opcode, headers);
    }
    int loops = headers.cardinality();
    return new MethodShape(
        name, length, calls, subroutines, loops, streams, functions || (iterators && loops > 0));
  }

  /**
   * Whether an {@code invokedynamic} makes an object that is no string. Strings are concatenated,
   * and written of records; type switches give numbers.
   */
  private static boolean makesFunction(ClassReader reader, int at) {
    int nameAndType =
        reader.getItem(
            reader.readUnsignedShort(reader.getItem(reader.readUnsignedShort(at + 1)) + 2));
    int text = reader.getItem(reader.readUnsignedShort(nameAndType + 2));
    int end = text + 2 + reader.readUnsignedShort(text);
    int result = end - 1;
    while (reader.readByte(result) != ')') {
      result--;
    }
    if (reader.readByte(++result) != 'L') {
      return false;
    }
    for (int i = 0; i < STRING.length(); i++) {
      if (result + i >= end || reader.readByte(result + i) != STRING.charAt(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a call names a class of such a name, or one whose name goes on after it. */
  private static boolean isOf(ClassReader reader, int at, String name, boolean more) {
    int owner =
        reader.getItem(reader.readUnsignedShort(reader.getItem(reader.readUnsignedShort(at + 1))));
    int text = reader.getItem(reader.readUnsignedShort(owner));
    int length = reader.readUnsignedShort(text);
    if (more ? length <= name.length() : length != name.length()) {
      return false;
    }
    for (int i = name.length() - 1; i >= 0; i--) { // most names differ near the end
      if (reader.readByte(text + 2 + i) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Initializers work on uninitialized objects. */
  private static boolean mayBeInlined(ClassReader reader, int at, int opcode) {
    if (opcode != 183) {
      return opcode >= 182 && opcode <= 186;
    }
    int nameAndType =
        reader.getItem(
            reader.readUnsignedShort(reader.getItem(reader.readUnsignedShort(at + 1)) + 2));
    int name = reader.getItem(reader.readUnsignedShort(nameAndType));
    return reader.readByte(name + 2) != '<';
  }

  /** Notes the backward targets of an instruction; answers where the next one starts. */
  private static int next(ClassReader reader, int start, int at, int opcode, BitSet headers) {
    if ((opcode >= 153 && opcode <= 168) || opcode == 198 || opcode == 199) {
      note(headers, at - start, reader.readShort(at + 1));
      return at + 3;
    }
    switch (opcode) {
      case 170:
        {
          int operands = operands(start, at);
          note(headers, at - start, reader.readInt(operands));
          int count = reader.readInt(operands + 8) - reader.readInt(operands + 4) + 1;
          for (int i = 0; i < count; i++) {
            note(headers, at - start, reader.readInt(operands + 12 + 4 * i));
          }
          return operands + 12 + 4 * count;
        }
      case 171:
        {
          int operands = operands(start, at);
          note(headers, at - start, reader.readInt(operands));
          int count = reader.readInt(operands + 4);
          for (int i = 0; i < count; i++) {
            note(headers, at - start, reader.readInt(operands + 12 + 8 * i));
          }
          return operands + 8 + 8 * count;
        }
      case 196:
        return at + (reader.readByte(at + 1) == 132 ? 6 : 4);
      case 200:
      case 201:
        note(headers, at - start, reader.readInt(at + 1));
        return at + 5;
      default:
        return at + LENGTHS.charAt(opcode) - '0';
    }
  }

  private static int operands(int start, int at) {
    return start + ((at - start + 4) & ~3);
  }

  private static void note(BitSet headers, int from, int offset) {
    if (offset <= 0) {
      headers.set(from + offset);
    }
  }

  /** Lengths of the instructions of fixed length, by opcode (JVMS 6.5). */
  private static final String LENGTHS = lengths();

  private static String lengths() {
    char[] lengths = new char[256];
    for (int opcode = 0; opcode < 256; opcode++) {
      lengths[opcode] = (char) ('0' + length(opcode));
    }
    return new String(lengths);
  }

  private static int length(int opcode) {
    if (opcode == 16 || opcode == 18 || opcode == 169 || opcode == 188) {
      return 2; // bipush, ldc, ret, newarray
    }
    if ((opcode >= 21 && opcode <= 25) || (opcode >= 54 && opcode <= 58)) {
      return 2; // loads and stores
    }
    if (opcode == 17 || opcode == 19 || opcode == 20 || opcode == 132) {
      return 3; // sipush, ldc_w, ldc2_w, iinc
    }
    if (opcode >= 178 && opcode <= 184) {
      return 3; // field access, invokevirtual, invokespecial, invokestatic
    }
    if (opcode == 185 || opcode == 186) {
      return 5; // invokeinterface, invokedynamic
    }
    if (opcode == 187 || opcode == 189 || opcode == 192 || opcode == 193) {
      return 3; // new, anewarray, checkcast, instanceof
    }
    return opcode == 197 ? 4 : 1; // multianewarray
  }
}
