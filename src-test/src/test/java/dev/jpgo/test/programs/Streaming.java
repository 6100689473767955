package dev.jpgo.test.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream that takes a tenth of the time or so, beside a loop that takes the rest, {@link
 * Selected}'s. Arguments: see {@link Awaited}. Prints what does not hang on how long that was.
 */
public final class Streaming {
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
    for (int i = 0; i < 250; i++) {
      numbers.add(i);
    }
    int expected = Selected.Plain.mix(Work.sum(numbers));
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      same &= Selected.Plain.mix(Work.sum(numbers)) == expected;
    }
    System.out.println(expected + " " + same);
  }
}
