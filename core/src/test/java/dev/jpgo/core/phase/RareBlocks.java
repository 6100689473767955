package dev.jpgo.core.phase;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.simplify.GraphPhase;

/** Has blocks that call {@code rare} never run, the others once. */
public final class RareBlocks implements GraphPhase {
  @Override
  public String name() {
    return "rare-blocks";
  }

  @Override
  public int run(Graph graph) {
    for (Block block : graph.blocks()) {
      block.setFrequency(1);
      for (Instr instr : block.body()) {
        if (instr.operand() instanceof Operand.Method method && method.name().equals("rare")) {
          block.setFrequency(0);
        }
      }
    }
    return 0;
  }
}
