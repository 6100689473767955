package dev.jpgo.core.ir;

/** Prints a graph as text for people: explain, golden tests, error messages. */
public final class GraphPrinter {
  private GraphPrinter() {}

  /** The graph, block by block in layout order. */
  public static String print(Graph graph) {
    return graph.method().toString();
  }
}
