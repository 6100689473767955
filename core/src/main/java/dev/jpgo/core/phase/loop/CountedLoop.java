package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * An innermost loop that goes on, by a test at its start, while a number that grows by a constant
 * in each iteration has not reached a bound that does not change.
 *
 * @param loop the loop; its header does nothing but arithmetic without exceptions
 * @param tested the number in the test: in the next iteration it is by {@code step} more, modulo
 *     2^32
 * @param relation IF_ICMPLT, IF_ICMPLE, IF_ICMPGT or IF_ICMPGE: while the number, left, is so
 *     related to the bound, the loop goes on; for a loop that goes on while the two differ, the
 *     strict one that says that the bound still lies ahead
 * @param bound the bound; null for zero
 * @param step positive if the relation is of being less, negative if it is of being greater
 */
record CountedLoop(
    LoopForest.Loop loop, Instr tested, int relation, @Nullable Instr bound, int step) {
  private static final int MAX_STEP = 1 << 16;

  /** A value that is another one plus a constant, modulo 2^32. */
  record Sum(Instr base, int offset) {}

  /** The loop as one that counts; null if it is none. */
  static @Nullable CountedLoop of(LoopForest.Loop loop) {
    Block header = loop.header();
    Instr test = header.terminator();
    if (header.isHandlerEntry() || !Op.isBranch(test.op()) || !onlyComputes(header)) {
      return null;
    }
    boolean takenStays = loop.blocks().contains(header.successors().get(0));
    boolean otherStays = loop.blocks().contains(header.successors().get(1));
    int op = takenStays ? test.op() : negated(test.op());
    if (takenStays == otherStays || comparison(op) < 0) {
      return null;
    }
    if (test.inputs().size() == 1) {
      return counted(loop, test.input(0), comparison(op), null);
    }
    return isInvariant(loop, test.input(1))
        ? counted(loop, test.input(0), op, test.input(1))
        : counted(loop, test.input(1), mirrored(op), test.input(0));
  }

  private static @Nullable CountedLoop counted(
      LoopForest.Loop loop, Instr tested, int relation, @Nullable Instr bound) {
    if (bound != null && !isInvariant(loop, bound)) {
      return null;
    }
    int step = step(loop, sum(tested).base());
    int ahead = step > 0 ? Opcodes.IF_ICMPLT : Opcodes.IF_ICMPGT;
    int orEqual = step > 0 ? Opcodes.IF_ICMPLE : Opcodes.IF_ICMPGE;
    int wanted = relation == Opcodes.IF_ICMPNE ? ahead : relation;
    if (step == 0 || (wanted != ahead && wanted != orEqual)) {
      return null;
    }
    return new CountedLoop(loop, tested, wanted, bound, step);
  }

  private static boolean onlyComputes(Block header) {
    List<Instr> body = header.body();
    for (int i = 0; i < body.size(); i++) {
      if (!body.get(i).isPure()) {
        return false;
      }
    }
    return true;
  }

  /** What a phi of the header grows by in each iteration; 0 if that is not known, or too much. */
  private static int step(LoopForest.Loop loop, Instr phi) {
    Block header = loop.header();
    if (!phi.isPhi() || phi.block() != header) {
      return 0;
    }
    int step = 0;
    for (Block latch : loop.latches()) {
      Sum next = sum(header.phiInput(phi, latch));
      if (next.base() != phi || (step != 0 && next.offset() != step)) {
        return 0;
      }
      step = next.offset();
    }
    return step > -MAX_STEP && step < MAX_STEP ? step : 0;
  }

  /** A value with the constants that are added to it on the way taken out. */
  static Sum sum(Instr value) {
    Instr base = value;
    int offset = 0;
    while (base.op() == Opcodes.IADD || base.op() == Opcodes.ISUB) {
      Integer right = constant(base.input(1));
      Integer left = constant(base.input(0));
      if (right != null) {
        offset += base.op() == Opcodes.IADD ? right : -right;
        base = base.input(0);
      } else if (left != null && base.op() == Opcodes.IADD) {
        offset += left;
        base = base.input(1);
      } else {
        break;
      }
    }
    return new Sum(base, offset);
  }

  /** Whether a value is the same in all iterations. */
  static boolean isInvariant(LoopForest.Loop loop, Instr value) {
    if (value.isConst()) {
      return constant(value) != null;
    }
    if (!loop.blocks().contains(value.block())) {
      return true;
    }
    if (!value.isPhi() || value.block() != loop.header()) {
      return false;
    }
    for (Block latch : loop.latches()) {
      if (loop.header().phiInput(value, latch) != value) {
        return false;
      }
    }
    return true;
  }

  /** The int that a value is known to be, or null. */
  static @Nullable Integer constant(Instr value) {
    return value.isConst()
            && value.operand() instanceof Operand.Constant constant
            && constant.value() instanceof Integer number
        ? number
        : null;
  }

  /** The bound if it is known now, or null. */
  @Nullable Integer constantBound() {
    return bound == null ? Integer.valueOf(0) : constant(bound);
  }

  /** The comparison of two ints that a test makes, with zero or with another; -1 for others. */
  private static int comparison(int op) {
    if (op >= Opcodes.IFEQ && op <= Opcodes.IFLE) {
      return op - Opcodes.IFEQ + Opcodes.IF_ICMPEQ;
    }
    return op >= Opcodes.IF_ICMPEQ && op <= Opcodes.IF_ICMPLE ? op : -1;
  }

  /** The branch that is taken when another is not; comparisons come in pairs of opcodes. */
  static int negated(int op) {
    if (op >= Opcodes.IFEQ && op <= Opcodes.IF_ICMPLE) {
      return ((op - Opcodes.IFEQ) ^ 1) + Opcodes.IFEQ;
    }
    return op;
  }

  /** The same comparison with its sides exchanged. */
  private static int mirrored(int op) {
    return switch (op) {
      case Opcodes.IF_ICMPLT -> Opcodes.IF_ICMPGT;
      case Opcodes.IF_ICMPGT -> Opcodes.IF_ICMPLT;
      case Opcodes.IF_ICMPLE -> Opcodes.IF_ICMPGE;
      case Opcodes.IF_ICMPGE -> Opcodes.IF_ICMPLE;
      default -> op;
    };
  }
}
