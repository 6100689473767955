package dev.jpgo.test.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream that takes a tenth of the time or so, beside a loop that takes the rest. Arguments: see
 * {@link Awaited}. Prints what does not hang on how long that was.
 */
public final class Streaming {
  /** Takes little time; its class is not held by the loop of {@link #main}. */
  static final class Work {
    private Work() {}

    static int sum(List<Integer> numbers) {
      return numbers.stream().filter(number -> number % 3 != 0).mapToInt(number -> number).sum();
    }
  }

  /** Takes most of it. */
  static final class Plain {
    private Plain() {}

    static int mix(int start) {
      int value = start;
      for (int i = 0; i < 20_000; i++) {
        value = value * 31 + (value >>> 7);
      }
      return value;
    }
  }

  private Streaming() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      numbers.add(i);
    }
    int expected = Plain.mix(Work.sum(numbers));
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      same &= Plain.mix(Work.sum(numbers)) == expected;
    }
    System.out.println(expected + " " + same);
  }
}
