package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.SizeEstimate;
import org.jspecify.annotations.Nullable;

/** Which loops have their iterations done at once, by the profile and by the method's size. */
final class BulkPolicy {
  /** Bytes that one loop adds, roughly. */
  private static final int GROWTH = 120;

  private final Graph graph;
  private final FreeChoices choices;
  private final int maxMethodBytes;
  private int bytes;

  BulkPolicy(Graph graph, FreeChoices choices, int maxMethodBytes) {
    this.graph = graph;
    this.choices = choices;
    this.maxMethodBytes = maxMethodBytes;
    for (Block block : graph.blocks()) {
      bytes += SizeEstimate.of(block);
    }
  }

  /** Whether a loop runs so many iterations on average; if so, its growth counts from now on. */
  boolean admits(LoopForest.Loop loop, int iterations) {
    if (bytes + GROWTH > maxMethodBytes || choices.refusal(refusal(loop, iterations)) != null) {
      return false;
    }
    bytes += GROWTH;
    return true;
  }

  private @Nullable String refusal(LoopForest.Loop loop, int least) {
    double iterations = UnrollPolicy.iterations(loop);
    double entries = UnrollPolicy.entries(loop);
    if (iterations < 0 || entries == 0) {
      return "not counted";
    }
    if (iterations < entries * least) {
      return "few iterations";
    }
    return iterations < graph.entry().frequency() ? "rarely run" : null;
  }
}
