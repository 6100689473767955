package dev.jpgo.core.ir;

import dev.jpgo.core.classfile.MethodId;

/** Builds the SSA form of a method from its bytecode. */
public final class GraphBuilder {
  private GraphBuilder() {}

  /**
   * Builds the graph of a method.
   *
   * @throws UnsupportedMethodException when the method has no code, uses {@code jsr} or {@code
   *     ret}, is larger than the limit, would not pass the verifier, or merges types that nothing
   *     describes
   */
  public static Graph build(MethodSource source) throws UnsupportedMethodException {
    throw new UnsupportedMethodException(
        "no builder for "
            + new MethodId(source.owner(), source.method().name, source.method().desc));
  }
}
