package dev.jpgo.core.instrument;

/**
 * Patchpoints of a method.
 *
 * @param firstLoop loop id of loop 0; loop k has {@code firstLoop + k}. A loop id is the index of
 *     the loop's iteration counter, and stays the same in every version of the method
 * @param generation number of this version; a request for a higher one makes its frames hand over.
 *     0 to 32767
 * @param patchpoints what loop headers get
 */
public record LoopPlan(int firstLoop, int generation, Patchpoints patchpoints) {
  /** What loop headers get. */
  public enum Patchpoints {
    /** Nothing. */
    NONE,
    /** A count of iterations. */
    COUNT,
    /** A count, and, where it is possible, the way over to a newer version. */
    HANDOVER,
    /** The same, and it is asked about at every iteration: for tests. */
    HANDOVER_AT_ONCE;

    /** So many iterations are counted at once; the way over is asked about as often. */
    int period() {
      return this == HANDOVER_AT_ONCE ? 1 : 1024;
    }

    boolean handsOver() {
      return this == HANDOVER || this == HANDOVER_AT_ONCE;
    }
  }

  /** No patchpoints. */
  public static final LoopPlan NONE = new LoopPlan(0, 0, Patchpoints.NONE);
}
