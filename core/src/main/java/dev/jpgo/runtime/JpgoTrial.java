package dev.jpgo.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures two ways to do the same against each other, by calls of one method that take the one or
 * the other at random. One call is timed at a time; what is called meanwhile, by itself or by other
 * threads, goes the same way. From the times of {@link #WINDOW_NANOS} or more one ratio is made, of
 * the means of both. Their order is what counts, not how large they are, so a thread that is
 * stopped for a while in one of them does no harm.
 *
 * <p>Its value is the state: a number that is another for each call that is timed, {@link
 * #OPTIMIZED} and {@link #BUSY}. All else belongs to whoever has set {@link #BUSY}; others may read
 * it a moment old.
 */
public final class JpgoTrial extends AtomicInteger {
  /** A call is being timed. */
  public static final int BUSY = 1;

  /** Which code is to run. */
  public static final int OPTIMIZED = 2;

  private static final int NEXT = 4;

  /** Of so many calls the first ones do not count: the code may not be compiled yet. */
  public static final int WARM_UP = 300;

  /** The same by time, of a method that is called seldom. */
  public static final long WARM_UP_NANOS = 4_000_000_000L;

  /** Calls of one ratio take so long at least. */
  public static final long WINDOW_NANOS = 500_000;

  /** So many ratios are kept. */
  public static final int WINDOWS = 512;

  /** Calls that are shorter are timed one in so many, so that clocks do not take most of it. */
  private static final long SHORT_NANOS = 2_000;

  private static final int SHORT_SKIPS = 15;

  private static final long serialVersionUID = 1;

  private final float[] ratios = new float[WINDOWS];
  private final long[] nanos = new long[2];
  private final int[] counts = new int[2];
  private volatile int windows;
  private volatile int calls;
  private boolean warm;
  private long born;
  private int skip;
  private long startedAt;
  private int random = 0x9E3779B9;

  /** A call begins; answers what {@link #end} is to be given. */
  int begin() {
    int state = get();
    if ((state & BUSY) != 0 || --skip >= 0 || !compareAndSet(state, state | BUSY)) {
      return state & OPTIMIZED;
    }
    startedAt = System.nanoTime();
    return state | BUSY;
  }

  /** A call that was timed ends. */
  void end(int token) {
    long now = System.nanoTime();
    if (get() != token) {
      return; // it was given up meanwhile
    }
    count((token & OPTIMIZED) == 0 ? 0 : 1, now - startedAt, now);
    compareAndSet(token, next(token));
  }

  private void count(int which, long took, long now) {
    if (calls++ == 0) {
      born = now;
    }
    skip = took < SHORT_NANOS ? SHORT_SKIPS : 0;
    if (!warm) {
      warm = calls >= WARM_UP || now - born >= WARM_UP_NANOS;
      return;
    }
    nanos[which] += took;
    counts[which]++;
    if (counts[0] > 0 && counts[1] > 0 && nanos[0] + nanos[1] >= WINDOW_NANOS) {
      int window = windows;
      if (window < WINDOWS) {
        double original = (double) nanos[0] / counts[0];
        ratios[window] = (float) ((double) nanos[1] / counts[1] / Math.max(1, original));
        windows = window + 1;
      }
      nanos[0] = 0;
      nanos[1] = 0;
      counts[0] = 0;
      counts[1] = 0;
    }
  }

  private int next(int token) {
    int bits = random;
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    random = bits;
    return (token & -NEXT) + NEXT | bits >>> 7 & OPTIMIZED;
  }

  /**
   * Has further calls be timed after one that does not end.
   *
   * @param token the state of a while ago, with {@link #BUSY} set
   */
  public void giveUp(int token) {
    compareAndSet(token, next(token));
  }

  /** From now on the optimized code runs, and nothing is timed: it is as if a call never ended. */
  public void decide() {
    set(OPTIMIZED | BUSY);
  }

  /** How many calls were timed. */
  public int calls() {
    return calls;
  }

  /** How many ratios there are. */
  public int windows() {
    return windows;
  }

  /** Time of the optimized code by that of the original. */
  public float ratio(int window) {
    return ratios[window];
  }
}
