package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Graph;

/** A stateless transformation of a graph. */
public interface GraphPhase {
  /** Name by which it is reported and switched off: lower case words joined by hyphens. */
  String name();

  /**
   * Transforms the graph.
   *
   * @return how many things were changed; 0 when there was nothing to do
   */
  int run(Graph graph);
}
