package dev.jpgo.jmh.driver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What one measured JVM reported.
 *
 * @param iterations in order, at least one
 * @param stats the agent's statistics; a missing node for other variants
 */
public record Fork(List<Iteration> iterations, JsonNode stats) {

  /** What every iteration computed: the runner fails when one differs. */
  public long checksum() {
    return iterations.get(0).checksum();
  }
}
