package dev.jpgo.test.soak;

/** A part of the server that is loaded again and again. */
public interface Pricing {
  long total(long sum);

  /** Takes a discount off what is dear. */
  final class Plain implements Pricing {
    private final long dear = 1000;

    public Plain() {}

    @Override
    public long total(long sum) {
      return sum > dear ? sum - discount(sum) : sum;
    }

    private long discount(long sum) {
      long discount = 0;
      for (long rest = sum - dear; rest > 0; rest /= 10) {
        discount += rest % 10;
      }
      return discount;
    }
  }
}
