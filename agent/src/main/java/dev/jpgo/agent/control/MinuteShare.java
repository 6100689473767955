package dev.jpgo.agent.control;

/**
 * Bounds what the agent takes of the processors over any minute: a burst is fine when there is much
 * to do at the start, a share for good is not. Half of a minute's share can be taken at once, the
 * other half comes evenly (a token bucket), so that no sixty seconds, wherever they begin, hold
 * more than the share and one piece of work. Wall-clock time stands in for processor time, as in
 * {@link WorkBudget}. Not thread-safe.
 */
final class MinuteShare {
  private static final double MINUTE = 60e9;

  private final boolean bounded;
  private final double burst;
  private final double perNano;
  private double left;
  private long seen;

  /**
   * @param percent of the time of all processors; 100 is no bound
   * @param processors how many there are
   * @param now in the time of {@link System#nanoTime}
   */
  MinuteShare(long percent, int processors, long now) {
    this.bounded = percent < 100;
    this.burst = MINUTE / 100 * percent * processors / 2;
    this.perNano = burst / MINUTE;
    this.left = burst;
    this.seen = now;
  }

  /**
   * Counts a piece of work that has just ended.
   *
   * @return how long to rest now, in nanoseconds
   */
  long worked(long start, long end) {
    left = Math.min(burst, left + (end - seen) * perNano) - (end - start);
    seen = end;
    return left > 0 || !bounded ? 0 : (long) (-left / perNano);
  }
}
