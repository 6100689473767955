package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Instr;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What a branch on numbers, or on whether two references are the same, asks. Two ask the same if
 * their operands are the same values, or equal constants.
 *
 * @param op of the operation and its opposite the one with the lower opcode
 * @param first the first operand
 * @param second the second, or null where the first is compared with zero
 */
public record Comparison(int op, Instr first, @Nullable Instr second) {
  /**
   * What a terminator asks; null if it is no such branch.
   *
   * @param resolve gives the value that stands for another
   */
  public static @Nullable Comparison of(Instr last, UnaryOperator<Instr> resolve) {
    if (last.op() < Opcodes.IFEQ || last.op() > Opcodes.IF_ACMPNE) {
      return null;
    }
    Instr first = resolve.apply(last.input(0));
    Instr second = last.inputs().size() > 1 ? resolve.apply(last.input(1)) : null;
    return new Comparison(holds(last.op()) ? last.op() : last.op() - 1, first, second);
  }

  /**
   * Whether a branch is taken if what it asks holds, and not if it does not: opposites stand side
   * by side (JVMS 7).
   */
  static boolean holds(int op) {
    return ((op - Opcodes.IFEQ) & 1) == 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Comparison that
        && op == that.op
        && isSame(first, that.first)
        && (second == null ? that.second == null : isSame(second, that.second));
  }

  private static boolean isSame(Instr value, @Nullable Instr other) {
    return value == other || (other != null && RuntimeConstants.areSame(value, other));
  }

  @Override
  public int hashCode() {
    return (op * 31 + hash(first)) * 31 + (second == null ? 0 : hash(second));
  }

  private static int hash(Instr value) {
    return RuntimeConstants.areSame(value, value) ? value.operand().hashCode() : value.hashCode();
  }
}
