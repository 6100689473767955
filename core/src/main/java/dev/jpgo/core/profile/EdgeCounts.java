package dev.jpgo.core.profile;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts of all edges of a method.
 *
 * @param cfg its control-flow graph
 * @param counts executions of each edge, in the order of {@link Cfg#edges()}
 * @param imbalance largest contradiction found while solving, in executions: 0 when all equations
 *     held. See {@link EdgeSolver}
 */
public record EdgeCounts(Cfg cfg, List<Long> counts, long imbalance) {
  public EdgeCounts {
    counts = List.copyOf(counts);
  }

  /**
   * Reads counts back from a profile; empty counts mean that nothing ran.
   *
   * @throws IllegalArgumentException when the profile has another number of edges than the method
   */
  public static EdgeCounts of(Cfg cfg, MethodProfile profile) {
    List<Long> counts = profile.edges();
    if (counts.isEmpty()) {
      counts = new ArrayList<>();
      for (int i = 0; i < cfg.edges().size(); i++) {
        counts.add(0L);
      }
    }
    if (counts.size() != cfg.edges().size()) {
      throw new IllegalArgumentException(
          profile.method() + " has " + cfg.edges().size() + " edges, not " + counts.size());
    }
    return new EdgeCounts(cfg, counts, profile.imbalance());
  }

  /** The imbalance relative to the largest count: 0 is none, 1 means that counts mean nothing. */
  public double conservationError() {
    return relative(imbalance, counts);
  }

  static double relative(long imbalance, List<Long> counts) {
    if (imbalance <= 0) {
      return 0;
    }
    long largest = 1;
    for (Long count : counts) {
      largest = Math.max(largest, count);
    }
    return Math.min(1, (double) imbalance / largest);
  }

  /** Calls of the method while it was instrumented. */
  public long calls() {
    return counts.get(0);
  }

  public long edge(Edge edge) {
    return counts.get(edge.index());
  }

  /** Times a block was entered. */
  public long block(int block) {
    long sum = 0;
    for (Edge edge : cfg.incoming(block)) {
      sum += counts.get(edge.index());
    }
    return sum;
  }

  /** Times the block of an instruction was entered. */
  public long at(int ordinal) {
    return block(cfg.blockAt(ordinal).index());
  }
}
