package dev.jpgo.jmh.experiment.subject;

/** A short program that calls a method a known number of times, {@value #CALLS}, and ends. */
public final class PoolSubject {
  /** Calls of {@link #step} in each run. */
  public static final int CALLS = 1000;

  private static long sum;

  private PoolSubject() {}

  public static void main(String[] arguments) {
    for (int i = 0; i < CALLS; i++) {
      step(i);
    }
    System.out.println("sum " + sum);
  }

  /** Too long to go without a counter of its own. */
  static void step(int i) {
    sum += i * 31L + (i ^ 17) * 7L + (i >>> 3) + (i << 2) + Integer.bitCount(i) + (i % 7);
    sum ^= sum << 13;
    sum ^= sum >>> 7;
    sum ^= sum << 17;
    sum += Math.max(i, 12) * 3L + Math.min(i, 99) * 5L;
  }
}
