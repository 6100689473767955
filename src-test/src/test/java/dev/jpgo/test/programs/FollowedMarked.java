package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;
import java.util.function.IntUnaryOperator;

/**
 * A hot method that calls a function which it is given, always the same. What implements that has a
 * constant in it that {@link SecondAgent} makes another.
 */
public final class FollowedMarked {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final int ROUNDS = 4;
  private static final int CALLS = 2_000;

  private FollowedMarked() {}

  /** What makes the function. */
  static final class Maker {
    private Maker() {}

    static IntUnaryOperator make() {
      return x -> x * 31 + "marker one".charAt(7);
    }
  }

  /** What is hot. */
  static final class Subject {
    private final IntUnaryOperator function;

    Subject(IntUnaryOperator function) {
      this.function = function;
    }

    int run(int from) {
      int sum = from;
      for (int i = 0; i < 4; i++) {
        sum = function.applyAsInt(sum) ^ i;
      }
      return sum;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Subject subject = new Subject(Maker.make());
    System.out.println("one " + rounds(subject));
    int before = sum(subject);
    SecondAgent.retransform(Maker.class, true);
    long end = System.nanoTime() + LIMIT_NANOS;
    while (sum(subject) == before) { // the loop in it ends, and with it the code of before
      if (System.nanoTime() > end) {
        throw new IllegalStateException("the old code is still there");
      }
    }
    System.out.println("two " + rounds(subject));
  }

  private static int rounds(Subject subject) {
    int last = 0;
    for (int round = 0; round < ROUNDS; round++) {
      last = sum(subject);
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    return last;
  }

  private static int sum(Subject subject) {
    int sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum = subject.run(sum);
    }
    return sum;
  }
}
