package dev.jpgo.core.profile;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.cfg.SpanningTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Solves for the edges that have no counter: what flows into a block flows out of it.
 *
 * <p>The law does not hold for a block that an exception leaves in the middle, for a frame that is
 * inside the method while the counters are read, and for counters that lost increments to a race.
 * Then a solved count can come out negative: it is set to 0, and its size is the imbalance;
 * relative to the largest count of the method it is the conservation error. A method may be off by
 * {@link #SLACK} per block (frames inside it) without that being an error.
 */
public final class EdgeSolver {
  /** Contradiction that running frames explain. */
  private static final long SLACK = 16;

  private final Cfg cfg;
  private final SpanningTree tree;
  private final long[] counts;
  private final boolean[] known;
  private long worst;

  private EdgeSolver(Cfg cfg, SpanningTree tree) {
    this.cfg = cfg;
    this.tree = tree;
    this.counts = new long[cfg.edges().size()];
    this.known = new boolean[counts.length];
  }

  /**
   * All counts from those of the edges outside the tree.
   *
   * @param counters counts of the edges outside the tree, in the order of {@link Cfg#edges()}
   * @throws IllegalArgumentException when there are not as many counters as such edges
   */
  public static EdgeCounts solve(Cfg cfg, SpanningTree tree, long[] counters) {
    EdgeSolver solver = new EdgeSolver(cfg, tree);
    solver.readCounters(counters);
    solver.eliminate();
    return solver.result();
  }

  private void readCounters(long[] counters) {
    int next = 0;
    for (Edge edge : cfg.edges()) {
      if (!tree.contains(edge)) {
        if (next == counters.length) {
          throw new IllegalArgumentException("too few counters: " + counters.length);
        }
        counts[edge.index()] = Math.max(0, counters[next++]);
        known[edge.index()] = true;
      }
    }
    if (next != counters.length) {
      throw new IllegalArgumentException(next + " counters expected, not " + counters.length);
    }
  }

  /** Takes leaves off the forest: a block with one unknown edge determines it. */
  private void eliminate() {
    Deque<Integer> ready = new ArrayDeque<>();
    for (int block = 0; block < cfg.root(); block++) {
      ready.add(block);
    }
    while (!ready.isEmpty()) {
      int block = ready.remove();
      Edge unknown = soleUnknown(block);
      if (unknown != null) {
        settle(block, unknown);
        int other = unknown.from() == block ? unknown.to() : unknown.from();
        if (other != cfg.root()) {
          ready.add(other);
        }
      }
    }
  }

  private @Nullable Edge soleUnknown(int block) {
    Edge sole = null;
    for (int side = 0; side < 2; side++) {
      for (Edge edge : side == 0 ? cfg.incoming(block) : cfg.outgoing(block)) {
        if (!known[edge.index()]) {
          if (sole != null) {
            return null;
          }
          sole = edge;
        }
      }
    }
    return sole;
  }

  private void settle(int block, Edge unknown) {
    long value = 0;
    for (Edge edge : cfg.incoming(block)) {
      value += known[edge.index()] ? counts[edge.index()] : 0;
    }
    for (Edge edge : cfg.outgoing(block)) {
      value -= known[edge.index()] ? counts[edge.index()] : 0;
    }
    if (unknown.to() == block) {
      value = -value;
    }
    if (value < 0) {
      worst = Math.max(worst, -value);
      value = 0;
    }
    counts[unknown.index()] = value;
    known[unknown.index()] = true;
  }

  private EdgeCounts result() {
    List<Long> all = new ArrayList<>(counts.length);
    for (long count : counts) {
      all.add(count);
    }
    return new EdgeCounts(cfg, all, worst <= SLACK ? 0 : worst);
  }
}
