package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Arrays that were made in the method and that nothing else can have got hold of before a loop
 * ends: on every way to the loop, and in it, they are only asked for elements and their length, and
 * compared. So no other thread reads or writes them until then.
 */
final class FreshArrays {
  static final Operand.Method ARRAY_COPY =
      new Operand.Method(
          "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", false);

  private FreshArrays() {}

  static boolean isFresh(Graph graph, Instr array, LoopForest.Loop loop) {
    if (!LoopEntry.isNew(array)) {
      return false;
    }
    Set<Block> before = between(array.block(), loop);
    for (Instr user : Uses.of(graph).of(array)) {
      if (before.contains(user.block()) && !keeps(user, array)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The blocks from which the loop can be reached without another array being made, that in which
   * it is made and those of the loop included.
   */
  private static Set<Block> between(@Nullable Block made, LoopForest.Loop loop) {
    Set<Block> between = new HashSet<>(List.of(loop.header()));
    Deque<Block> left = new ArrayDeque<>(between);
    while (!left.isEmpty()) {
      for (Block pred : left.pop().preds()) {
        if (between.add(pred) && pred != made) {
          left.push(pred);
        }
      }
    }
    return between;
  }

  /** Whether an instruction that uses an array gives it to nobody. */
  private static boolean keeps(Instr user, Instr array) {
    int op = user.op();
    if (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE) {
      return user.input(2) != array;
    }
    return (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD)
        || op == Opcodes.ARRAYLENGTH
        || op == Opcodes.IFNULL
        || op == Opcodes.IFNONNULL
        || op == Opcodes.IF_ACMPEQ
        || op == Opcodes.IF_ACMPNE
        || user.operand().equals(ARRAY_COPY);
  }
}
