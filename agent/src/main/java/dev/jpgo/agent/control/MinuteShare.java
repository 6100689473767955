package dev.jpgo.agent.control;

/**
 * Bounds what the agent takes of the processors over any minute: a burst is fine when there is much
 * to do at the start, a share for good is not. Nearly half of a minute's share can be taken at
 * once, half comes evenly (a token bucket), and what has been begun may be finished on credit; so
 * that no sixty seconds, wherever they begin, hold more than the share and one piece of work. Not
 * thread-safe.
 */
final class MinuteShare {
  private static final double MINUTE = 60e9;

  /** What may be taken on credit, at most, in nanoseconds. */
  private static final double CREDIT = 300e6;

  private final boolean bounded;
  private final double credit;
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
    double half = MINUTE / 100 * percent * processors / 2;
    this.bounded = percent < 100;
    this.credit = Math.min(CREDIT, half / 4);
    this.burst = half - credit;
    this.perNano = half / MINUTE;
    this.left = burst;
    this.seen = now;
  }

  /**
   * Counts a piece of work that has just ended.
   *
   * @param end when it ended, in the time of {@link System#nanoTime}
   * @param taken nanoseconds of processor time that it took
   * @param unfinished whether the program runs slower until more is done
   * @return how long to rest now, in nanoseconds
   */
  long worked(long end, long taken, boolean unfinished) {
    left = available(end) - taken;
    seen = end;
    return !bounded || left > (unfinished ? -credit : 0) ? 0 : (long) (-left / perNano);
  }

  /** For how many nanoseconds work may go on, without credit; less than none while that is used. */
  long left(long now) {
    return bounded ? (long) available(now) : Long.MAX_VALUE;
  }

  /** How long to rest until so many nanoseconds are left, or all that there may be at once. */
  long until(long now, long wanted) {
    return bounded ? (long) Math.max(0, (Math.min(wanted, burst) - available(now)) / perNano) : 0;
  }

  private double available(long now) {
    return Math.min(burst, left + (now - seen) * perNano);
  }
}
