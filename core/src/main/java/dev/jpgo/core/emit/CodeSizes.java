package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import org.objectweb.asm.Opcodes;

/** Lengths of instructions in bytes. Where the constant pool decides, the longer form. */
final class CodeSizes {
  private CodeSizes() {}

  /** A load or store. */
  static int local(int slot) {
    return slot < 4 ? 1 : slot < 256 ? 2 : 4;
  }

  /** An increment. */
  static int increment(int slot, int amount) {
    return slot < 256 && amount == (byte) amount ? 3 : 6;
  }

  /** The push of a constant. */
  static int constant(Instr value) {
    if (!(value.operand() instanceof Operand.Constant constant)) {
      return 1;
    }
    Object content = constant.value();
    if (content instanceof Integer number) {
      int n = number;
      return n >= -1 && n <= 5 ? 1 : n == (byte) n ? 2 : 3;
    }
    if (content instanceof Long number) {
      return number == 0 || number == 1 ? 1 : 3;
    }
    if (content instanceof Float number) {
      return isShort(number) ? 1 : 3;
    }
    if (content instanceof Double number) {
      return isShort(number) ? 1 : 3;
    }
    return 3;
  }

  /** Whether FCONST_0, FCONST_1 or FCONST_2 pushes a number; not its negative zero. */
  static boolean isShort(float number) {
    return Float.floatToRawIntBits(number) == 0 || number == 1 || number == 2;
  }

  /** Whether DCONST_0 or DCONST_1 pushes a number; not its negative zero. */
  static boolean isShort(double number) {
    return Double.doubleToRawLongBits(number) == 0 || number == 1;
  }

  /** An operation; switches excepted. */
  static int operation(int op) {
    return switch (op) {
      case Op.CATCH -> 0;
      case Opcodes.NEWARRAY -> 2;
      case Opcodes.LDC,
          Opcodes.GETFIELD,
          Opcodes.PUTFIELD,
          Opcodes.GETSTATIC,
          Opcodes.PUTSTATIC,
          Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKESTATIC,
          Opcodes.NEW,
          Opcodes.ANEWARRAY,
          Opcodes.CHECKCAST,
          Opcodes.INSTANCEOF,
          Opcodes.GOTO ->
          3;
      case Opcodes.MULTIANEWARRAY -> 4;
      case Opcodes.INVOKEINTERFACE, Opcodes.INVOKEDYNAMIC -> 5;
      default -> Op.isBranch(op) ? 3 : 1;
    };
  }
}
