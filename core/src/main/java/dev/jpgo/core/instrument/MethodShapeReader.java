package dev.jpgo.core.instrument;

import dev.jpgo.core.classfile.InstructionLength;
import dev.jpgo.core.classfile.RawClass;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** Walks the method table of a class file (JVMS 4.1) and the code of each method. */
final class MethodShapeReader {
  private static final String STREAMS = "java/util/stream/";
  private static final String COMPARATORS = "java/util/Comparator";
  private static final int GOTO_W = 200;
  private static final int JSR_W = 201;
  private static final int WIDE = 196;

  /** By opcode: the length of an instruction that tells nothing, 0 of one that is looked at. */
  private static final byte[] PASSED = passed();

  private final RawClass raw;
  private final byte[] in;

  /** Index of the constant with the attribute's name, once met. */
  private int codeName = -1;

  private final BitSet headers = new BitSet();
  private int calls;
  private boolean subroutines;
  private boolean streams;

  MethodShapeReader(byte[] classFile) {
    this.raw = new RawClass(classFile);
    this.in = classFile;
  }

  private static byte[] passed() {
    byte[] lengths = new byte[256];
    RawClass none = new RawClass(new byte[16]);
    for (int opcode = 0; opcode < 256; opcode++) {
      none.bytes[0] = (byte) opcode;
      lengths[opcode] = isLookedAt(opcode) ? 0 : (byte) InstructionLength.of(none, 0, 0);
    }
    return lengths;
  }

  private static boolean isLookedAt(int opcode) {
    return isBranch(opcode)
        || opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC
        || opcode == Opcodes.RET
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || opcode == GOTO_W
        || opcode == JSR_W
        || opcode == WIDE;
  }

  List<MethodShape> read() {
    int at = raw.body;
    if (at < 0) {
      throw new IllegalArgumentException("class file of an unknown form");
    }
    at += 6;
    at = raw.skipMembers(at + 2 + 2 * raw.u2(at));
    int count = raw.u2(at);
    at += 2;
    List<MethodShape> shapes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = raw.text(raw.u2(at + 2));
      int attributes = raw.u2(at + 6);
      at += 8;
      MethodShape shape = null;
      for (; attributes > 0; attributes--) {
        if (isCode(raw.u2(at))) {
          shape = scan(name, at + 14, raw.u4(at + 10));
        }
        at += 6 + raw.u4(at + 2);
      }
      shapes.add(shape == null ? new MethodShape(name, 0, 0, false, 0, false) : shape);
    }
    return shapes;
  }

  private boolean isCode(int name) {
    if (codeName < 0 && raw.is(name, "Code")) {
      codeName = name;
    }
    return name == codeName;
  }

  private MethodShape scan(String name, int start, int length) {
    headers.clear();
    calls = 0;
    subroutines = false;
    streams = false;
    byte[] code = in;
    byte[] passed = PASSED;
    for (int at = start; at < start + length; ) {
      int size = passed[code[at] & 0xff];
      at += size != 0 ? size : look(at, start);
    }
    int loops = headers.cardinality();
    return new MethodShape(name, length, calls, subroutines, loops, streams);
  }

  /** Takes note of an instruction; returns its length. */
  private int look(int at, int start) {
    int opcode = in[at] & 0xff;
    if (isBranch(opcode)) {
      subroutines |= opcode == Opcodes.JSR;
      note(at - start, (short) raw.u2(at + 1));
      return 3;
    }
    switch (opcode) {
      case Opcodes.INVOKESPECIAL -> calls += isInitializer(at) ? 0 : 1; // of uninitialized objects
      case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEDYNAMIC -> calls++;
      case Opcodes.INVOKESTATIC -> {
        calls++;
        streams = streams || isOf(at, COMPARATORS, false);
      }
      case Opcodes.INVOKEINTERFACE -> {
        calls++;
        streams = streams || isOf(at, STREAMS, true);
      }
      case Opcodes.RET -> subroutines = true;
      case GOTO_W, JSR_W -> {
        subroutines |= opcode == JSR_W;
        note(at - start, raw.u4(at + 1));
      }
      case Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH -> noteCases(at, start);
      default -> {} // wide: not looked at, but its length is another's
    }
    return length(at, start);
  }

  private int length(int at, int start) {
    int length = InstructionLength.of(raw, at, start);
    if (length <= 0) {
      throw new IllegalArgumentException("no instruction at " + (at - start));
    }
    return length;
  }

  private static boolean isBranch(int opcode) {
    return opcode >= Opcodes.IFEQ && opcode <= Opcodes.JSR
        || opcode == Opcodes.IFNULL
        || opcode == Opcodes.IFNONNULL;
  }

  private void noteCases(int at, int start) {
    int operands = at + 4 - (at - start & 3);
    note(at - start, raw.u4(operands));
    boolean table = (in[at] & 0xff) == Opcodes.TABLESWITCH;
    int step = table ? 4 : 8;
    int count = table ? raw.u4(operands + 8) - raw.u4(operands + 4) + 1 : raw.u4(operands + 4);
    for (int i = 0; i < count; i++) {
      note(at - start, raw.u4(operands + 12 + step * i)); // of pairs the second
    }
  }

  /** Notes the target of a branch if it is backward. */
  private void note(int from, int offset) {
    if (offset <= 0) {
      headers.set(from + offset);
    }
  }

  /** Whether a call names a class of such a name, or one whose name goes on after it. */
  private boolean isOf(int at, String name, boolean more) {
    int owner = raw.constants[raw.u2(raw.constants[raw.u2(at + 1)])];
    int text = raw.constants[raw.u2(owner)];
    int length = raw.u2(text);
    if (more ? length <= name.length() : length != name.length()) {
      return false;
    }
    for (int i = name.length() - 1; i >= 0; i--) { // most names differ near the end
      if (in[text + 2 + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean isInitializer(int at) {
    return in[raw.constants[raw.u2(nameAndType(at))] + 2] == '<';
  }

  private int nameAndType(int at) {
    return raw.constants[raw.u2(raw.constants[raw.u2(at + 1)] + 2)];
  }
}
