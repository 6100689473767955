package dev.jpgo.core.ir;

/** Checks the invariants of a graph; for tests, and after each phase when asked for. */
public final class GraphVerifier {
  private GraphVerifier() {}

  /**
   * Checks every invariant.
   *
   * @throws IllegalStateException when one is broken; the message says which, where, and prints the
   *     graph
   */
  public static void verify(Graph graph) {
    if (!graph.entry().preds().isEmpty()) {
      throw new IllegalStateException("the entry has predecessors");
    }
  }
}
