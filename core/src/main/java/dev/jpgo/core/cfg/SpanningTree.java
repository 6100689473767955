package dev.jpgo.core.cfg;

import dev.jpgo.core.collect.Ordering;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A maximum-weight spanning forest of a {@link Cfg}, without its source edges. Edges in it need no
 * counter: their counts follow from the others by conservation of flow (Knuth and Stevenson 1973;
 * Ball and Larus, "Optimally profiling and tracing programs", TOPLAS 1994). Weights are guesses of
 * how often an edge runs, so that counters end up where they run seldom.
 */
public final class SpanningTree {
  private static final int DEEPEST = 6;

  private final boolean[] member;

  private SpanningTree(boolean[] member) {
    this.member = member;
  }

  /** The forest under static weights: ten times more for each loop around an edge. */
  public static SpanningTree maximum(Cfg cfg) {
    List<Edge> candidates = new ArrayList<>();
    for (Edge edge : cfg.edges()) {
      if (!edge.kind().isSource()) {
        candidates.add(edge);
      }
    }
    Ordering.sort(candidates, Comparator.comparingLong((Edge edge) -> -weight(cfg, edge)));
    boolean[] member = new boolean[cfg.edges().size()];
    int[] parent = new int[cfg.blocks().size() + 1];
    for (int i = 0; i < parent.length; i++) {
      parent[i] = i;
    }
    for (Edge edge : candidates) {
      int from = find(parent, edge.from());
      int to = find(parent, edge.to());
      if (from != to) {
        parent[from] = to;
        member[edge.index()] = true;
      }
    }
    return new SpanningTree(member);
  }

  /** No edge at all: every edge gets a counter. */
  public static SpanningTree empty(Cfg cfg) {
    return new SpanningTree(new boolean[cfg.edges().size()]);
  }

  /** Whether the count of an edge follows from others. */
  public boolean contains(Edge edge) {
    return member[edge.index()];
  }

  private static long weight(Cfg cfg, Edge edge) {
    int from = cfg.loopDepth(edge.from());
    int depth = edge.to() == cfg.root() ? from : Math.min(from, cfg.loopDepth(edge.to()));
    long weight = 4;
    for (int i = Math.min(depth, DEEPEST); i > 0; i--) {
      weight *= 10;
    }
    boolean critical = cfg.outgoing(edge.from()).size() > 1 && cfg.incoming(edge.to()).size() > 1;
    return critical ? weight + weight / 2 : weight; // its counter would need a jump of its own
  }

  private static int find(int[] parent, int node) {
    int root = node;
    while (parent[root] != root) {
      root = parent[root];
    }
    for (int at = node; parent[at] != root; ) {
      int next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  }
}
