package dev.jpgo.test.programs;

/**
 * Says what an optimizer may change, and docs/semantics.md says it does: the variable that the text
 * of a NullPointerException names. So it differs exactly when {@link #weigh} is optimized.
 */
public final class Candid {
  private static final int ROUNDS = 1_500_000;

  private final int weight;

  private Candid(int weight) {
    this.weight = weight;
  }

  private int weight() {
    return weight;
  }

  private int heavier(int by) {
    return weight() + by;
  }

  private static int both(Candid a, Candid b) {
    return a.weight() + b.weight();
  }

  private static int most(Candid a, Candid b) {
    return Math.max(a.heavier(1), b.heavier(2));
  }

  private static int weigh(Candid parcel, int times) {
    Candid weighed = times < 0 ? null : parcel;
    return weighed.weight() * times + weighed.heavier(times);
  }

  public static void main(String[] arguments) {
    Candid one = new Candid(1);
    Candid two = new Candid(2);
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      sum += weigh(one, i & 3) + both(one, two) + most(two, one);
    }
    System.out.println(sum);
    try {
      weigh(one, -1);
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
  }
}
