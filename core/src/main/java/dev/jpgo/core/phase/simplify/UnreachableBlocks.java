package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Takes blocks that nothing leads to out of a graph, and their edges out of the others' phis. */
public final class UnreachableBlocks {
  private UnreachableBlocks() {}

  /** Removes them; returns how many there were. */
  public static int remove(Graph graph) {
    boolean[] reached = new boolean[graph.blockIdBound()];
    ArrayDeque<Block> worklist = new ArrayDeque<>();
    worklist.add(graph.entry());
    reached[graph.entry().id()] = true;
    while (!worklist.isEmpty()) {
      Block block = worklist.remove();
      for (Block successor : block.successors()) {
        if (!reached[successor.id()]) {
          reached[successor.id()] = true;
          worklist.add(successor);
        }
      }
      for (Block.Handler handler : block.handlers()) {
        if (!reached[handler.target().id()]) {
          reached[handler.target().id()] = true;
          worklist.add(handler.target());
        }
      }
    }
    List<Block> gone = new ArrayList<>();
    for (Block block : graph.blocks()) {
      if (!reached[block.id()]) {
        gone.add(block);
      }
    }
    if (gone.isEmpty()) {
      return 0;
    }
    for (Block block : gone) {
      block.detach();
    }
    graph.blocks().removeAll(gone);
    return gone.size();
  }
}
