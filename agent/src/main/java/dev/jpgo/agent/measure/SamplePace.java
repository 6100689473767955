package dev.jpgo.agent.measure;

/**
 * For how long stacks are left alone after a look at them: the longer, the less there was to learn.
 * Not thread-safe.
 */
final class SamplePace {
  static final long SHORTEST_NANOS = 50_000_000;

  private static final long SECOND = 1_000_000_000;

  /** By this part of itself a pause grows where nothing new was seen. */
  private static final int GROWTH = 16;

  /**
   * So many new classes are no news where shares of the time are all that is asked for: a program
   * whose time is spread wide has some on its stacks now and then for as long as it runs.
   */
  private static final int FEW = 7;

  private final int few;
  private final long longest;
  private long nanos = SHORTEST_NANOS;

  private SamplePace(int few, long longest) {
    this.few = few;
    this.longest = longest;
  }

  /** Where each class that is seen for the first time matters. */
  static SamplePace ofClasses() {
    return new SamplePace(0, 2 * SECOND);
  }

  /** Where it matters what a program spends much of its time in. */
  static SamplePace ofShares() {
    return new SamplePace(FEW, SECOND);
  }

  /**
   * Stacks were looked at.
   *
   * @param fresh how many classes had not been seen before
   * @return nanoseconds until the next look
   */
  long next(int fresh) {
    nanos = fresh > few ? SHORTEST_NANOS : Math.min(longest, nanos + nanos / GROWTH);
    return nanos;
  }
}
