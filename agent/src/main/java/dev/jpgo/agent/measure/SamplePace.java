package dev.jpgo.agent.measure;

/**
 * For how long stacks are left alone after a look at them: the longer, the less there was to learn.
 * A class that is seen for the first time makes the pause half as long and no shorter, since a
 * program whose time is spread wide has a new one now and then for as long as it runs. Not
 * thread-safe.
 */
final class SamplePace {
  static final long SHORTEST_NANOS = 50_000_000;

  /** The longest pause: shares of the time are still told within a minute or two. */
  static final long LONGEST_NANOS = 1_000_000_000;

  /** By this part of itself a pause grows where nothing new was seen. */
  private static final int GROWTH = 16;

  /** By this a pause is divided where something was. */
  private static final int SHRINKING = 2;

  private long nanos = SHORTEST_NANOS;

  /**
   * Stacks were looked at.
   *
   * @param news whether there was a class that had not been seen before
   * @return nanoseconds until the next look
   */
  long next(boolean news) {
    nanos =
        news
            ? Math.max(SHORTEST_NANOS, nanos / SHRINKING)
            : Math.min(LONGEST_NANOS, nanos + nanos / GROWTH);
    return nanos;
  }
}
