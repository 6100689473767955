package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.phase.simplify.GraphPhase;

/** Has every loop run so often. */
record LoopWeights(double iterations, double entries, double calls) implements GraphPhase {
  @Override
  public String name() {
    return "loop-weights";
  }

  @Override
  public int run(Graph graph) {
    LoopForest loops = LoopForest.of(graph, Dominators.of(graph));
    for (Block block : graph.blocks()) {
      LoopForest.Loop loop = loops.innermost(block);
      double frequency = loop == null ? entries : iterations;
      if (loop != null && loop.header() == block && iterations >= 0) {
        frequency += entries;
      }
      block.setFrequency(block == graph.entry() ? calls : frequency);
    }
    return 0;
  }
}
