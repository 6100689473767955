package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;

/**
 * A loop that can be left around one that cannot, since there is a value on the operand stack while
 * it runs. Where a frame may be left comes up once in some millions of iterations: the number of an
 * inner loop's and the period of looking have no common factor. A few short calls, then a long one.
 */
public final class SeldomLeft {
  private static final int INNER = 4001;
  private static final int SHORT_CALLS = 4;
  private static final int ROUNDS = 6000;

  private SeldomLeft() {}

  /** What is called. */
  interface Step {
    long of(long number);
  }

  /** One. */
  static final class Adding implements Step {
    @Override
    public long of(long number) {
      return number + 3;
    }
  }

  /** Another, never called. */
  static final class Doubling implements Step {
    @Override
    public long of(long number) {
      return number * 2;
    }
  }

  static long run(Step[] steps, int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum =
          sum
              + switch (rounds) {
                case -1 -> 0L;
                default -> {
                  long number = 1;
                  for (int j = 0; j < INNER; j++) {
                    number = steps[0].of(number) + j;
                  }
                  yield number;
                }
              };
    }
    return sum;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Step[] steps = {new Adding(), new Doubling()};
    long sum = 0;
    for (int i = 0; i < SHORT_CALLS; i++) {
      sum += run(steps, 3);
    }
    Jpgo.awaitIdle(Duration.ofMinutes(1)); // profiled from here on
    System.out.println(sum + run(steps, ROUNDS));
  }
}
