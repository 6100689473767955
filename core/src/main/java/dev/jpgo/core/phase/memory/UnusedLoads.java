package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.RuntimeConstants;
import java.util.List;

/**
 * Removes loads that nothing uses and that cannot fail ({@link SafeLoads}).
 *
 * <p>Sound: a plain read that is not done is one that no other thread could tell (JLS 17.4).
 */
public final class UnusedLoads implements GraphPhase {
  public static final String NAME = "unused-loads";

  private final MemoryContext context;

  public UnusedLoads(MemoryContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    Uses uses = Uses.of(graph);
    int removed = 0;
    SafeLoads loads = null;
    for (Block block : graph.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        if (uses.count(instr) == 0 && SafeLoads.isLoad(instr.op())) {
          loads = loads == null ? new SafeLoads(context, graph) : loads;
          if (isConstant(instr) || loads.cannotFail(block, instr)) {
            block.remove(instr);
            removed++;
          }
        }
      }
    }
    return removed;
  }

  private static boolean isConstant(Instr load) {
    return load.operand() instanceof Operand.Field field && RuntimeConstants.include(field);
  }
}
