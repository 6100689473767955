package dev.jpgo.agent.control;

/**
 * Keeps the agent's share of time within its budget: after work it rests for as long as the share
 * asks. Counted by the clock, which on a busy machine errs to the careful side; what a minute may
 * hold of processor time is {@link MinuteShare}'s business.
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
