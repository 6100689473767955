package dev.jpgo.core.phase;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.simplify.GraphPhase;

/**
 * Has a block that calls {@code times} with a constant run so often, and the others a hundred
 * times.
 */
public final class Weights implements GraphPhase {
  private static final double OTHERS = 100;

  @Override
  public String name() {
    return "weights";
  }

  @Override
  public int run(Graph graph) {
    for (Block block : graph.blocks()) {
      block.setFrequency(OTHERS);
      for (Instr instr : block.body()) {
        if (instr.operand() instanceof Operand.Method method
            && method.name().equals("times")
            && instr.input(0).operand() instanceof Operand.Constant constant) {
          block.setFrequency((Integer) constant.value());
        }
      }
    }
    return 0;
  }
}
