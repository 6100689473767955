package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;

/**
 * A call that would be inlined.
 *
 * @param call the call, in the graph that the plan was made for
 * @param target what it runs
 * @param body how that is inlined
 */
record CallPlan(Instr call, CallTarget target, BodyPlan body) {
  /**
   * Whether it becomes part of a region that runs again from its start when a check fails; else it
   * is guarded beforehand or not at all. A body without checks is simply copied, unless parts of it
   * are left out.
   */
  boolean asRegion() {
    return body.reExecutable() && !(target.unguarded() && isPlain());
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
