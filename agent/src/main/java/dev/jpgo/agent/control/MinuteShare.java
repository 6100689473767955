package dev.jpgo.agent.control;

/**
 * Bounds what the agent takes of the processors over any minute. Three quarters of a minute's share
 * can be taken at any time, mostly at once when a program begins and much is to be done, and come
 * back a minute later (a sliding window); a quarter comes evenly (a token bucket), so that there is
 * always something for what turns up. What has been begun may be finished on credit. No sixty
 * seconds, wherever they begin, hold more than the share and one piece of work. Not thread-safe.
 */
final class MinuteShare {
  private static final long SECOND = 1_000_000_000;

  /** A minute, and a second since the window moves on by whole ones. */
  private static final int SECONDS = 61;

  /** What may be taken on credit, at most, in nanoseconds. */
  private static final double CREDIT = 300e6;

  private final boolean bounded;
  private final double credit;
  private final double atOnce;
  private final double mostSaved;
  private final double perNano;
  private final double[] taken = new double[SECONDS];
  private final long begin;
  private long second;
  private double window;
  private double saved;
  private long seen;

  /**
   * @param percent of the time of all processors; 100 is no bound
   * @param processors how many there are
   * @param now in the time of {@link System#nanoTime}
   */
  MinuteShare(long percent, int processors, long now) {
    double share = 60.0 * SECOND / 100 * percent * processors;
    this.bounded = percent < 100;
    this.credit = Math.min(CREDIT, share / 8);
    this.atOnce = share * 3 / 4 - credit;
    this.mostSaved = share / 20;
    this.perNano = share / 5 / (60.0 * SECOND);
    this.saved = mostSaved;
    this.begin = now;
    this.seen = now;
  }

  /**
   * Counts a piece of work that has just ended.
   *
   * @param end when it ended, in the time of {@link System#nanoTime}
   * @param nanos of processor time that it took
   * @param unfinished whether the program runs slower until more is done
   * @return how long to rest now, in nanoseconds
   */
  long worked(long end, long nanos, boolean unfinished) {
    moveTo(end);
    double fromWindow = Math.min(nanos, Math.max(0, atOnce - window));
    taken[slot(second)] += fromWindow;
    window += fromWindow;
    saved -= nanos - fromWindow;
    return unfinished && available() > -credit ? 0 : until(end, 0);
  }

  /** For how many nanoseconds work may go on, without credit; less than none while that is used. */
  long left(long now) {
    moveTo(now);
    return bounded ? (long) available() : Long.MAX_VALUE;
  }

  /** How long to rest until so many nanoseconds are left, or all that there may be at once. */
  long until(long now, long wanted) {
    if (!bounded) {
      return 0;
    }
    moveTo(now);
    double enough = Math.min(wanted, atOnce + mostSaved);
    double missing = enough - available();
    long since = now - begin - second * SECOND;
    for (int next = 0; next <= SECONDS; next++) {
      missing -= next == 0 ? 0 : taken[slot(second + next)];
      if (missing <= mostSaved - saved + 1) { // so much can come by then
        long after = Math.max(next * SECOND - since, (long) (missing / perNano));
        if (after < (next + 1) * SECOND - since) {
          return Math.max(0, after);
        }
      }
    }
    return (SECONDS + 1) * SECOND - since;
  }

  private double available() {
    return atOnce - window + saved;
  }

  /** Takes in what has come back, and what has come, until now. */
  private void moveTo(long now) {
    saved = Math.min(mostSaved, saved + (now - seen) * perNano);
    seen = now;
    long present = (now - begin) / SECOND;
    long steps = Math.min(SECONDS, present - second);
    for (long each = present - steps + 1; each <= present; each++) {
      window -= taken[slot(each)];
      taken[slot(each)] = 0;
    }
    second = present;
  }

  private static int slot(long second) {
    return (int) (second % SECONDS);
  }
}
