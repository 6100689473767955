package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Moves {@code i + 1} behind the last use of {@code i} in its block: then both can have one slot,
 * and {@code a[i++]} is a load and an IINC, as javac writes it.
 *
 * <p>Sound: the sum is pure, stays in its block, and stays in front of its own first use there.
 */
final class LateIncrements {
  private final Uses uses;

  private LateIncrements(Graph graph) {
    uses = Uses.of(graph);
  }

  static void apply(Graph graph) {
    LateIncrements increments = null;
    List<Block> blocks = graph.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      List<Instr> body = block.body();
      for (int k = body.size() - 1; k >= 0; k--) {
        Instr counter = counter(body.get(k));
        if (counter != null) {
          increments = increments == null ? new LateIncrements(graph) : increments;
          increments.move(block, k, counter);
        }
      }
    }
  }

  /** What an instruction adds a small constant to; or null. */
  static @Nullable Instr counter(Instr sum) {
    if (sum.op() == Opcodes.IADD) {
      return isSmall(sum.input(1)) ? sum.input(0) : isSmall(sum.input(0)) ? sum.input(1) : null;
    }
    return sum.op() == Opcodes.ISUB && isSmall(sum.input(1)) ? sum.input(0) : null;
  }

  private static boolean isSmall(Instr value) {
    return value.isConst()
        && value.operand() instanceof Operand.Constant constant
        && constant.value() instanceof Integer number
        && number == number.byteValue();
  }

  private void move(Block block, int at, Instr counter) {
    Instr sum = block.body().get(at);
    int last = lastUse(block, at, counter);
    if (last > at && needsSlot(sum, block) && firstUse(block, at, sum) > last) {
      block.remove(sum);
      block.insert(last, sum); // one place further up than before the removal
    }
  }

  /**
   * Place of the last instruction of the block that uses the counter; -1 when something else may
   * use it later, so that nothing would be gained.
   */
  private int lastUse(Block block, int at, Instr counter) {
    List<Instr> users = uses.of(counter);
    for (int i = 0; i < users.size(); i++) {
      Instr user = users.get(i);
      Block home = user.block();
      boolean before = counter.isPhi() && home == counter.block();
      if (user.isPhi() || user == block.terminator() || (home != block && !before)) {
        return -1;
      }
    }
    List<Instr> body = block.body();
    int last = body.size() - 1;
    while (last > at && !body.get(last).inputs().contains(counter)) {
      last--;
    }
    return last;
  }

  /** Whether the sum is not just an operand of one instruction. */
  private boolean needsSlot(Instr sum, Block block) {
    List<Instr> users = uses.of(sum);
    return users.size() > 1 || (users.size() == 1 && users.get(0).block() != block);
  }

  private static int firstUse(Block block, int at, Instr sum) {
    List<Instr> body = block.body();
    for (int i = at + 1; i < body.size(); i++) {
      if (body.get(i).inputs().contains(sum)) {
        return i;
      }
    }
    return body.size();
  }
}
