package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dominator tree and reverse postorder of a graph at one moment; void once its edges change.
 * Exception edges leave at the start of a block: a block dominates its handler, and what the
 * handler leads to, although its own body may not have run (see {@link #available}). Internally a
 * block with handlers is therefore two nodes, its start and its end.
 */
public final class Dominators {
  private final List<Block> order;
  private final int[] position;
  private final int[] idom;

  /** By block id: the node of its end. */
  private final int[] ends;

  /** By node: its place in reverse postorder, by which the intervals are indexed. */
  private final int[] nodeAt;

  private final int[] first;
  private final int[] last;
  private final List<List<Block>> children;

  private Dominators(Graph graph) {
    int bound = graph.blockIdBound();
    // Node numbers are block ids with the entry's and 0 exchanged, then the ends.
    int entry = graph.entry().id();
    ends = new int[bound];
    FlowGraph flow = FlowGraph.of(edges(graph, ends));
    Block[] byId = new Block[bound];
    for (Block block : graph.blocks()) {
      byId[block.id()] = block;
    }
    int count = flow.order.length;
    List<Block> blocks = new ArrayList<>(count);
    position = new int[bound];
    Arrays.fill(position, -1);
    int[] owners = new int[flow.successors.length];
    for (int i = 0; i < bound; i++) {
      owners[i] = exchange(i, entry);
    }
    for (Block block : graph.blocks()) {
      owners[ends[block.id()]] = block.id();
    }
    for (int i = 0; i < count; i++) {
      int node = flow.order[i];
      if (node < bound) {
        position[owners[node]] = blocks.size();
        blocks.add(byId[owners[node]]);
      }
    }
    order = Collections.unmodifiableList(blocks);
    idom = new int[blocks.size()];
    children = new ArrayList<>(blocks.size());
    for (int i = 0; i < blocks.size(); i++) {
      children.add(List.of());
      int dominator = flow.idom[exchange(blocks.get(i).id(), entry)];
      idom[i] = dominator < 0 ? -1 : position[owners[dominator]];
      if (dominator >= 0) {
        addChild(idom[i], blocks.get(i));
      }
    }
    nodeAt = flow.position;
    first = new int[count];
    last = new int[count];
    number(flow);
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
  private void number(FlowGraph flow) {
    int count = flow.order.length;
    int[] parents = new int[count];
    int[] sizes = new int[count];
    for (int i = count - 1; i >= 0; i--) {
      int dominator = flow.idom[flow.order[i]];
      parents[i] = dominator < 0 ? -1 : flow.position[dominator];
      sizes[i]++;
      if (dominator >= 0) {
        sizes[parents[i]] += sizes[i];
      }
    }
    int[] next = new int[count];
    for (int i = 0; i < count; i++) {
      if (parents[i] >= 0) {
        first[i] = next[parents[i]];
        next[parents[i]] += sizes[i];
      }
      next[i] = first[i] + 1;
      last[i] = first[i] + sizes[i] - 1;
    }
  }

  private static int exchange(int number, int entry) {
    return number == 0 ? entry : number == entry ? 0 : number;
  }

  /** Edges between nodes; sets the end node of each block, which is its start without handlers. */
  private static int[][] edges(Graph graph, int[] ends) {
    int entry = graph.entry().id();
    int count = graph.blockIdBound();
    for (Block block : graph.blocks()) {
      ends[block.id()] = block.handlers().isEmpty() ? exchange(block.id(), entry) : count++;
    }
    int[][] edges = new int[count][];
    Arrays.fill(edges, new int[0]);
    int[] seen = new int[count];
    for (Block block : graph.blocks()) {
      int start = exchange(block.id(), entry);
      int end = ends[block.id()];
      List<Block> successors = block.successors();
      int[] targets = new int[successors.size()];
      int size = 0;
      for (int i = 0; i < targets.length; i++) {
        size = add(targets, size, exchange(successors.get(i).id(), entry), seen, end + 1);
      }
      edges[end] = Arrays.copyOf(targets, size);
      if (end == start) {
        continue;
      }
      List<Block.Handler> handlers = block.handlers();
      targets = new int[handlers.size() + 1];
      targets[0] = end;
      size = 1;
      for (int i = 0; i < handlers.size(); i++) {
        int target = exchange(handlers.get(i).target().id(), entry);
        size = add(targets, size, target, seen, start + 1);
      }
      edges[start] = Arrays.copyOf(targets, size);
    }
    return edges;
  }

  private static int add(int[] targets, int size, int target, int[] seen, int stamp) {
    if (seen[target] == stamp) {
      return size;
    }
    seen[target] = stamp;
    targets[size] = target;
    return size + 1;
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
    return contains(nodeAt[start(above)], nodeAt[start(below)]);
  }

  public boolean strictlyDominates(Block above, Block below) {
    return above != below && dominates(above, below);
  }

  /**
   * Whether a value is defined on entry to a block, its phis included: whether it is one of them,
   * or a phi of a strict dominator, or defined in a block that every path to this one has run to
   * its end.
   */
  public boolean available(Instr value, Block block) {
    Block home = value.block();
    if (home == null || !isReachable(home) || !isReachable(block)) {
      return false;
    }
    if (value.isPhi()) {
      return dominates(home, block);
    }
    int end = ends[home.id()];
    return home != block && nodeAt[end] >= 0 && contains(nodeAt[end], nodeAt[start(block)]);
  }

  private boolean contains(int above, int below) {
    return first[above] <= first[below] && first[below] <= last[above];
  }

  private int start(Block block) {
    return exchange(block.id(), order.get(0).id());
  }
}
