package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The natural loops of a graph and how they nest, at one moment. A back edge leads to a block that
 * dominates its source; the cycles of irreducible regions are no loops here, their blocks belong to
 * the loop around them.
 */
public final class LoopForest {
  /** A natural loop. Identity is object identity. */
  public static final class Loop {
    private final Block header;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Block> latches = new ArrayList<>(1);
    private @Nullable Loop parent;

    Loop(Block header) {
      this.header = header;
    }

    public Block header() {
      return header;
    }

    /** The next loop around this one, or null. */
    public @Nullable Loop parent() {
      return parent;
    }

    /** Every block in it, inner loops included, in reverse postorder: the header first. */
    public List<Block> blocks() {
      return Collections.unmodifiableList(blocks);
    }

    /** The sources of its back edges. */
    public List<Block> latches() {
      return Collections.unmodifiableList(latches);
    }

    /** 1 for an outermost loop. */
    public int depth() {
      int depth = 1;
      for (Loop loop = parent; loop != null; loop = loop.parent) {
        depth++;
      }
      return depth;
    }

    @Override
    public String toString() {
      return "loop " + header;
    }
  }

  private final List<Loop> loops = new ArrayList<>();
  private final @Nullable Loop[] innermost;

  private LoopForest(Graph graph) {
    innermost = new @Nullable Loop[graph.blockIdBound()];
  }

  /** Finds the loops. */
  public static LoopForest of(Graph graph, Dominators dominators) {
    LoopForest forest = new LoopForest(graph);
    List<Block> order = dominators.reversePostorder();
    // Inner headers come later in reverse postorder, so inner loops are found first.
    for (int i = order.size() - 1; i >= 0; i--) {
      forest.find(order.get(i), dominators);
    }
    Collections.reverse(forest.loops);
    for (Block block : order) {
      for (Loop loop = forest.innermost(block); loop != null; loop = loop.parent()) {
        loop.blocks.add(block);
      }
    }
    return forest;
  }

  private void find(Block header, Dominators dominators) {
    List<Block> latches = new ArrayList<>(1);
    for (Block pred : header.preds()) {
      if (dominators.isReachable(pred) && dominators.dominates(header, pred)) {
        latches.add(pred);
      }
    }
    if (latches.isEmpty()) {
      return;
    }
    Loop loop = new Loop(header);
    loop.latches.addAll(latches);
    loops.add(loop);
    List<Block> worklist = new ArrayList<>(latches);
    while (!worklist.isEmpty()) {
      Block block = worklist.remove(worklist.size() - 1);
      Loop inner = innermost[block.id()];
      if (inner == null) {
        innermost[block.id()] = loop;
        if (block != header) {
          worklist.addAll(block.preds());
        }
        continue;
      }
      Loop outermost = outermost(inner);
      if (outermost != loop) {
        outermost.parent = loop;
        worklist.addAll(outermost.header.preds());
      }
    }
    if (innermost[header.id()] == null) {
      innermost[header.id()] = loop;
    }
  }

  private static Loop outermost(Loop loop) {
    Loop result = loop;
    for (Loop next = loop.parent; next != null; next = next.parent) {
      result = next;
    }
    return result;
  }

  /** All loops; an outer one comes before those it holds. */
  public List<Loop> loops() {
    return Collections.unmodifiableList(loops);
  }

  /** The innermost loop around a block, or null. */
  public @Nullable Loop innermost(Block block) {
    return innermost[block.id()];
  }

  /** How many loops are around a block. */
  public int depth(Block block) {
    Loop loop = innermost[block.id()];
    return loop == null ? 0 : loop.depth();
  }
}
