package dev.jpgo.agent.control;

/**
 * When further classes get their counters, of those that were seen at work: a few at a time, the
 * busiest first. Counters slow down all that they count until what they have found is optimized,
 * which takes seconds.
 */
final class CounterSteps {
  /** Classes of one step. */
  static final int SIZE = 16;

  /** By then the counters of a step have found what is hot. */
  private static final long SOON_NANOS = 200_000_000;

  /** The next step follows all the same: there may be hotter methods than those that wait. */
  private static final long LATE_NANOS = 800_000_000;

  private boolean begun;
  private long last;

  /**
   * Whether it is time for a step.
   *
   * @param now as {@link System#nanoTime}
   * @param awaited whether more methods are known to be hot than can be begun
   */
  boolean isDue(long now, boolean awaited) {
    return !begun || now - last >= (awaited ? LATE_NANOS : SOON_NANOS);
  }

  /** A step has been taken. */
  void taken(long now) {
    begun = true;
    last = now;
  }
}
