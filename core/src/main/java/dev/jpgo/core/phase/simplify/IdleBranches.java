package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Two-way branches both of whose ways lead to one place with the same values, perhaps by way of
 * blocks that hold nothing: what is left of {@code compare(x, y) < 0}, which does not care whether
 * they are equal.
 *
 * <p>Sound: a branch reads two values and does nothing else; it cannot throw (JVMS 6.5).
 */
final class IdleBranches {
  private IdleBranches() {}

  /** Removes them; returns how many. Empty blocks that nothing leads to any more stay. */
  static int remove(Graph graph) {
    int removed = 0;
    for (Block block : graph.blocks()) {
      if (Op.isBranch(block.terminator().op()) && removed(graph, block)) {
        removed++;
      }
    }
    return removed;
  }

  private static boolean removed(Graph graph, Block block) {
    Block taken = block.successors().get(0);
    Block next = block.successors().get(1);
    Block end = end(taken);
    if (end != end(next) || end == block) {
      return false;
    }
    List<Instr> values = new ArrayList<>();
    for (Instr phi : end.phis()) {
      Instr value = end.phiInput(phi, taken == end ? block : taken);
      if (value != end.phiInput(phi, next == end ? block : next)) {
        return false;
      }
      values.add(value);
    }
    block.terminate(graph.newGoto(block.terminator().position()), List.of(end));
    for (int i = 0; i < values.size(); i++) {
      end.setPhiInput(end.phis().get(i), block, values.get(i));
    }
    return true;
  }

  /**
   * Where a way leads: to a block, or from one that holds nothing to the next. Constants are
   * nothing: two ways meet where this one ends, so they are used in phis there or not at all.
   */
  private static Block end(Block way) {
    boolean passes = way.phis().isEmpty() && way.terminator().op() == Opcodes.GOTO;
    for (Instr instr : way.body()) {
      passes &= instr.op() == Op.CONST;
    }
    return passes && !way.isHandlerEntry() ? way.successors().get(0) : way;
  }
}
