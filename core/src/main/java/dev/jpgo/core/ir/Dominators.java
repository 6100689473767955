package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dominator tree and reverse postorder of a graph at one moment; void once its edges change.
 * Exception edges count like others: they leave at the start of a block, so a block dominates its
 * handler although its own body may not have run (see {@link #available}).
 */
public final class Dominators {
  private final List<Block> order;
  private final int[] position;
  private final int[] idom;
  private final int[] first;
  private final int[] last;
  private final List<List<Block>> children;

  private Dominators(Graph graph) {
    int bound = graph.blockIdBound();
    FlowGraph flow = FlowGraph.of(edges(graph));
    Block[] byId = new Block[bound];
    for (Block block : graph.blocks()) {
      byId[block.id()] = block;
    }
    int entry = graph.entry().id();
    int count = flow.order.length;
    List<Block> blocks = new ArrayList<>(count);
    position = new int[bound];
    Arrays.fill(position, -1);
    // Node numbers are block ids with the entry's and 0 exchanged.
    for (int i = 0; i < count; i++) {
      int id = exchange(flow.order[i], entry);
      blocks.add(byId[id]);
      position[id] = i;
    }
    order = Collections.unmodifiableList(blocks);
    idom = new int[count];
    children = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      children.add(List.of());
      int dominator = flow.idom[flow.order[i]];
      idom[i] = dominator < 0 ? -1 : flow.position[dominator];
      if (dominator >= 0) {
        addChild(idom[i], blocks.get(i));
      }
    }
    first = new int[count];
    last = new int[count];
    number();
  }

  private void addChild(int parent, Block child) {
    List<Block> list = children.get(parent);
    if (list.isEmpty()) {
      list = new ArrayList<>(2);
      children.set(parent, list);
    }
    list.add(child);
  }

  /** Numbers the tree in preorder: a node's subtree is the interval from first to last. */
  private void number() {
    int count = idom.length;
    int[] sizes = new int[count];
    for (int i = count - 1; i >= 0; i--) {
      sizes[i]++;
      if (idom[i] >= 0) {
        sizes[idom[i]] += sizes[i];
      }
    }
    int[] next = new int[count];
    for (int i = 0; i < count; i++) {
      if (idom[i] >= 0) {
        first[i] = next[idom[i]];
        next[idom[i]] += sizes[i];
      }
      next[i] = first[i] + 1;
      last[i] = first[i] + sizes[i] - 1;
    }
  }

  private static int exchange(int number, int entry) {
    return number == 0 ? entry : number == entry ? 0 : number;
  }

  private static int[][] edges(Graph graph) {
    int[][] edges = new int[graph.blockIdBound()][];
    Arrays.fill(edges, new int[0]);
    int entry = graph.entry().id();
    for (Block block : graph.blocks()) {
      List<Block> successors = block.successors();
      List<Block.Handler> handlers = block.handlers();
      int[] targets = new int[successors.size() + handlers.size()];
      int count = 0;
      for (int i = 0; i < targets.length; i++) {
        Block target =
            i < successors.size()
                ? successors.get(i)
                : handlers.get(i - successors.size()).target();
        int number = exchange(target.id(), entry);
        boolean known = false;
        for (int k = 0; k < count && !known; k++) {
          known = targets[k] == number;
        }
        if (!known) {
          targets[count++] = number;
        }
      }
      edges[exchange(block.id(), entry)] = Arrays.copyOf(targets, count);
    }
    return edges;
  }

  /** Computes the tree. */
  public static Dominators of(Graph graph) {
    return new Dominators(graph);
  }

  /** The reachable blocks, every block before those it dominates. */
  public List<Block> reversePostorder() {
    return order;
  }

  public boolean isReachable(Block block) {
    return block.id() < position.length && position[block.id()] >= 0;
  }

  /** Place of a reachable block in {@link #reversePostorder}. */
  public int position(Block block) {
    return position[block.id()];
  }

  /** The immediate dominator of a reachable block; null for the entry. */
  public @Nullable Block immediateDominator(Block block) {
    int dominator = idom[position[block.id()]];
    return dominator < 0 ? null : order.get(dominator);
  }

  /** The blocks that a block immediately dominates. */
  public List<Block> children(Block block) {
    return children.get(position[block.id()]);
  }

  /** Whether every path to {@code below} leads through {@code above}; a block dominates itself. */
  public boolean dominates(Block above, Block below) {
    int a = position[above.id()];
    int b = position[below.id()];
    return first[a] <= first[b] && first[b] <= last[a];
  }

  public boolean strictlyDominates(Block above, Block below) {
    return above != below && dominates(above, below);
  }

  /**
   * Whether a value is defined on entry to a block, its phis included: whether it is one of them or
   * is defined in a strict dominator that was left by a normal edge.
   */
  public boolean available(Instr value, Block block) {
    Block home = value.block();
    if (home == null) {
      return false;
    }
    if (home == block) {
      return value.isPhi();
    }
    return dominates(home, block) && (value.isPhi() || dominatesNormally(home, block));
  }

  /**
   * Whether every path to {@code below} has run the whole of its strict dominator {@code above}:
   * unless the tree path between them starts with a handler of {@code above} itself.
   */
  private boolean dominatesNormally(Block above, Block below) {
    List<Block> candidates = children.get(position[above.id()]);
    int target = first[position[below.id()]];
    int low = 0;
    int high = candidates.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (first[position[candidates.get(middle).id()]] <= target) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    Block step = candidates.get(low);
    return !step.isHandlerEntry() || !step.preds().contains(above);
  }
}
