package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Adds at once what copies of an iteration add one after the other, where nothing uses the sums in
 * between: {@code (x + 1) + 1} is {@code x + 2}, in arithmetic modulo 2^32. Sums that an {@code
 * iinc} cannot add stay as they are.
 */
final class IncrementChains {
  private final Graph graph;
  private final Uses uses;

  private IncrementChains(Graph graph) {
    this.graph = graph;
    uses = Uses.of(graph);
  }

  static void shorten(Graph graph) {
    IncrementChains chains = new IncrementChains(graph);
    for (Block block : graph.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        chains.shorten(block, instr);
      }
    }
  }

  private void shorten(Block block, Instr sum) {
    Integer last = added(sum);
    int total = last == null ? 0 : last;
    Instr base = sum;
    while (last != null && total == (byte) total) {
      Instr inner = base.input(0);
      Integer before = uses.count(inner) == 1 ? added(inner) : null;
      if (before == null || total + before != (byte) (total + before)) {
        break;
      }
      total += before;
      base = inner;
    }
    if (base != sum) {
      Instr constant =
          graph.newInstr(
              Op.CONST, new Operand.Constant(total), sum.type(), List.of(), sum.position());
      block.insert(block.body().indexOf(sum), constant);
      sum.inputs().set(0, base.input(0));
      sum.inputs().set(1, constant);
    }
  }

  /** The constant that an instruction adds to its first input, or null. */
  private static @Nullable Integer added(Instr instr) {
    return instr.op() == Opcodes.IADD ? CountedLoop.constant(instr.input(1)) : null;
  }
}
