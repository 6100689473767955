package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import org.jspecify.annotations.Nullable;

/**
 * A call that would be inlined.
 *
 * @param call the call, in the graph that the plan was made for
 * @param target what it runs
 * @param body how that is inlined
 * @param otherwise what is tried where that is not what it runs, in place of the original call; or
 *     null
 */
record CallPlan(Instr call, CallTarget target, BodyPlan body, @Nullable CallPlan otherwise) {
  private static final int TEST_BYTES = 8;

  CallPlan(Instr call, CallTarget target, BodyPlan body) {
    this(call, target, body, null);
  }

  /** Estimated size of all that is copied for it. */
  int bytes() {
    return body.bytes() + (otherwise == null ? 0 : otherwise.bytes() + TEST_BYTES);
  }

  /**
   * Whether it can be abandoned at any point and run again from its start. Of several targets each
   * is left for the next too often for that.
   */
  boolean reExecutable() {
    return body.reExecutable() && !target.isOneOfSeveral();
  }

  /**
   * Whether it becomes part of a region that runs again from its start when a check fails; else it
   * is guarded beforehand or not at all. A body without checks is simply copied, unless parts of it
   * are left out.
   */
  boolean asRegion() {
    return reExecutable() && !(target.unguarded() && isPlain());
  }

  /**
   * Whether the receiver has to be cast. It cannot fail behind the test for the same class, so
   * there it is for the verifier alone, and only if something is done with the receiver.
   */
  boolean casts() {
    return target.cast() != null && (target.test() == null || body.callee().usesReceiver());
  }

  /** Whether a re-executable body is complete and rests on nothing. */
  private boolean isPlain() {
    if (!body.bails().isEmpty()) {
      return false;
    }
    for (CallPlan inner : body.calls().values()) {
      if (!inner.target().unguarded() || !inner.isPlain()) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing of the original call is left. */
  boolean replacesCall() {
    return target.unguarded() && !asRegion() && body.bails().isEmpty();
  }
}
