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
 * @param conservationError largest contradiction found while solving, relative to the largest
 *     count: 0 when all equations held, 1 when they mean nothing. See {@link EdgeSolver}
 */
public record EdgeCounts(Cfg cfg, List<Long> counts, double conservationError) {
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
    return new EdgeCounts(cfg, counts, profile.conservationError());
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
