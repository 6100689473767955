package dev.jpgo.agent.control;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * When counters go into further classes and patchpoints into loops. Where time is scarce, what has
 * been profiled is compiled first, and while hot methods wait to be begun counters get a third of
 * what has been done since they began to wait: with less, what is called often and was never seen
 * is found too late; with more, what was found waits.
 */
final class CounterRounds {
  /** With so much left of the agent's share, in nanoseconds, time is not scarce. */
  private static final long AMPLE_NANOS = 1_000_000_000;

  private final LongSupplier clock;
  private long counterNanos;
  private long otherNanos;

  /**
   * @param clock as {@link System#nanoTime}
   */
  CounterRounds(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * The end of a round of the controller.
   *
   * @param began when the round began
   * @param left for how many nanoseconds work may go on
   * @param unfinished whether methods are profiled, and slow until they are compiled
   * @param awaited whether hot methods wait to be begun
   * @param work puts in some, and answers whether there is more to be done at once
   * @return the same; false where it has to wait
   */
  boolean round(long began, long left, boolean unfinished, boolean awaited, BooleanSupplier work) {
    if (left >= AMPLE_NANOS) {
      return work.getAsBoolean();
    }
    if (!awaited) {
      counterNanos = 0;
      otherNanos = 0;
    }
    long now = clock.getAsLong();
    otherNanos += now - began;
    if (unfinished || awaited && counterNanos > otherNanos / 2) {
      return false;
    }
    boolean more = work.getAsBoolean();
    counterNanos += clock.getAsLong() - now;
    return more;
  }
}
