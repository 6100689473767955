package dev.jpgo.core.profile;

/**
 * Sums of counts that stop at the largest number. On numbers that are not negative, {@link #add} is
 * associative and commutative, since it is {@code min(a + b, max)} of the true sum.
 */
final class Saturating {
  private Saturating() {}

  /** Adds; what is negative, as racing counters can be, counts as 0. */
  static long add(long a, long b) {
    long sum = Math.max(0, a) + Math.max(0, b);
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** A count so many times; what is negative counts as 0. */
  static long times(long count, long weight) {
    long positive = Math.max(0, count);
    if (weight == 1) {
      return positive;
    }
    boolean fits = Math.multiplyHigh(positive, weight) == 0 && positive * weight >= 0;
    return fits ? positive * weight : Long.MAX_VALUE;
  }
}
