package dev.jpgo.jmh.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What one measured JVM reported.
 *
 * @param iterations in order, at least one
 * @param metrics of the process, as far as they are known
 * @param stats the agent's statistics; a missing node for other variants
 */
public record Fork(List<Iteration> iterations, Map<Metric, Double> metrics, JsonNode stats) {

  /** A fork of which only the iterations are known. */
  static Fork of(List<Iteration> iterations) {
    return new Fork(iterations, new EnumMap<>(Metric.class), MissingNode.getInstance());
  }

  /** What every iteration computed: the runner fails when one differs. */
  public long checksum() {
    return iterations.get(0).checksum();
  }
}
