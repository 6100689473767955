package dev.jpgo.core.phase.lock;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;

/**
 * Tells whether a method got a lock from what was inlined into it where something is locked already
 * or a handler covers it. Zero VMs lose locks then ({@link
 * dev.jpgo.core.phase.inline.LockPlaces#UNCOVERED}).
 */
public final class CoveredLocks {
  private CoveredLocks() {}

  /** Whether there is such a lock in a method as it will be emitted. */
  public static boolean any(Graph graph) {
    if (!LockNesting.hasMonitors(graph)) {
      return false;
    }
    LockNesting nesting = LockNesting.of(graph).orElse(null);
    if (nesting == null) {
      return true;
    }
    for (Instr lock : nesting.locks()) {
      if (lock.position().depth() > 0 && !nesting.isUncovered(lock)) {
        return true;
      }
    }
    return false;
  }
}
