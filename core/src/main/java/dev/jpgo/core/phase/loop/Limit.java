package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What the number of the first loop is compared with: so far in front of the bound that the tests
 * that are left out would have gone on. The comparison is strict: with {@code x <= n} in the
 * original the distance is less by one.
 *
 * @param distance what is subtracted from the bound, or, where it is negative, added to it
 * @param constant the limit, where the bound is a constant
 * @param guarded whether it has to be tested that the limit is an int
 */
record Limit(int distance, @Nullable Integer constant, boolean guarded) {
  private static final int DEPTH = 4;

  /** The limit for so many iterations behind one test; null where it is no int. */
  static @Nullable Limit of(CountedLoop loop, int factor) {
    boolean equal = loop.relation() == Opcodes.IF_ICMPLE || loop.relation() == Opcodes.IF_ICMPGE;
    int less = equal ? Integer.signum(loop.step()) : 0;
    int distance = (factor - 1) * loop.step() - less;
    Integer bound = loop.constantBound();
    if (bound == null) {
      Instr value = loop.bound();
      boolean safe = value != null && distance > 0 && isNeverNegative(value, DEPTH);
      return new Limit(distance, null, !safe);
    }
    long limit = (long) bound - distance;
    return limit == (int) limit ? new Limit(distance, (int) limit, false) : null;
  }

  boolean isUpward() {
    return distance > 0;
  }

  private static boolean isNeverNegative(Instr value, int depth) {
    Integer constant = CountedLoop.constant(value);
    if (constant != null || depth == 0) {
      return constant != null && constant >= 0;
    }
    return switch (value.op()) {
      case Opcodes.ARRAYLENGTH, Opcodes.I2C -> true;
      case Opcodes.ISHR -> isNeverNegative(value.input(0), depth - 1);
      case Opcodes.IAND ->
          isNeverNegative(value.input(0), depth - 1) || isNeverNegative(value.input(1), depth - 1);
      case Op.PHI -> areNeverNegative(value, depth - 1);
      default -> false;
    };
  }

  private static boolean areNeverNegative(Instr phi, int depth) {
    for (Instr input : phi.inputs()) {
      if (input != phi && !isNeverNegative(input, depth)) {
        return false;
      }
    }
    return true;
  }
}
