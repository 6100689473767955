package dev.jpgo.test.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream that takes a seventh of the time on any machine, beside a loop that takes the rest,
 * {@link Selected}'s. Arguments: see {@link Awaited}. Prints what does not hang on how long that
 * was.
 */
public final class Streaming {
  private static final int TIMES_AS_LONG = 7;

  /** Takes little time; its class is not held by the loop of {@link #main}. */
  static final class Work {
    private Work() {}

    static int sum(List<Integer> numbers) {
      return numbers.stream().filter(number -> number % 3 != 0).mapToInt(number -> number).sum();
    }
  }

  private Streaming() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      numbers.add(i);
    }
    int expected = Selected.Plain.mix(Work.sum(numbers));
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      long begin = System.nanoTime();
      int sum = Work.sum(numbers);
      long end = begin + TIMES_AS_LONG * (System.nanoTime() - begin);
      do {
        same &= Selected.Plain.mix(sum) == expected;
      } while (System.nanoTime() - end < 0);
    }
    System.out.println(expected + " " + same);
  }
}
