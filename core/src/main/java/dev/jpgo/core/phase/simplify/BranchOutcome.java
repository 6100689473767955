package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** Which way a branch goes, where its operands say so. */
final class BranchOutcome {
  private BranchOutcome() {}

  /** True: taken; false: falls through; null: not known. */
  static @Nullable Boolean of(int op, List<Instr> operands) {
    Instr first = operands.get(0);
    if (op == Opcodes.IFNULL || op == Opcodes.IFNONNULL) {
      if (isNull(first)) {
        return op == Opcodes.IFNULL;
      }
      return isNeverNull(first) ? op == Opcodes.IFNONNULL : null;
    }
    if (op == Opcodes.IF_ACMPEQ || op == Opcodes.IF_ACMPNE) {
      return isNull(first) && isNull(operands.get(1)) ? op == Opcodes.IF_ACMPEQ : null;
    }
    Integer a = constant(first);
    Integer b = operands.size() > 1 ? constant(operands.get(1)) : Integer.valueOf(0);
    return a == null || b == null ? null : compare(op, a, b);
  }

  private static boolean compare(int op, int a, int b) {
    return switch (op) {
      case Opcodes.IFEQ, Opcodes.IF_ICMPEQ -> a == b;
      case Opcodes.IFNE, Opcodes.IF_ICMPNE -> a != b;
      case Opcodes.IFLT, Opcodes.IF_ICMPLT -> a < b;
      case Opcodes.IFGE, Opcodes.IF_ICMPGE -> a >= b;
      case Opcodes.IFGT, Opcodes.IF_ICMPGT -> a > b;
      case Opcodes.IFLE, Opcodes.IF_ICMPLE -> a <= b;
      default -> throw new IllegalArgumentException("no branch on numbers: " + op);
    };
  }

  static @Nullable Integer constant(Instr value) {
    return value.isConst() && value.operand() instanceof Operand.Constant constant
        ? constant.value() instanceof Integer number ? number : null
        : null;
  }

  static boolean isNull(Instr value) {
    return value.isConst() && value.operand() == Operand.Null.NULL;
  }

  /**
   * Whether a value cannot be null wherever it is defined: a new object or array, a caught
   * exception, a string constant. What {@code new} gives counts although it is not initialized yet;
   * a test of such a value does not verify and so does not occur.
   */
  static boolean isNeverNull(Instr value) {
    return switch (value.op()) {
      case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY, Op.CATCH ->
          true;
      case Op.CONST -> value.operand() instanceof Operand.Constant;
      default -> false;
    };
  }
}
