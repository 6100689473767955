package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import org.jspecify.annotations.Nullable;

/** How often blocks run: as counted, or guessed from loops where nothing was. */
final class Executions {
  /** What a loop multiplies by where nothing was counted. */
  private static final double LOOP = 8;

  private final LoopForest loops;
  private final boolean counted;

  Executions(Graph graph, LoopForest loops) {
    this.loops = loops;
    counted = graph.entry().frequency() > 0;
  }

  /** Whether anything was counted. */
  boolean counted() {
    return counted;
  }

  double of(Instr instr) {
    @Nullable Block block = instr.block();
    return block == null ? 0 : of(block);
  }

  double of(Block block) {
    if (counted) {
      return Math.max(0, block.frequency());
    }
    double frequency = 1;
    for (int depth = loops.depth(block); depth > 0; depth--) {
      frequency *= LOOP;
    }
    return frequency;
  }
}
