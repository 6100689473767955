package dev.jpgo.agent.control;

/**
 * Keeps the agent's share of time within its budget: after work it rests for as long as the share
 * asks. Wall-clock time stands in for processor time, which would take the management classes to
 * read; on a busy machine that errs to the careful side.
 */
final class WorkBudget {
  private final long percent;
  private long workStarted;

  WorkBudget(long percent) {
    this.percent = percent;
  }

  void start(long now) {
    workStarted = now;
  }

  /** How long to rest now, in nanoseconds. */
  long rest(long now) {
    return (now - workStarted) * (100 - percent) / percent;
  }

  /** Whether a slice of so many nanoseconds is used up. */
  boolean spent(long now, long slice) {
    return now - workStarted >= slice;
  }
}
