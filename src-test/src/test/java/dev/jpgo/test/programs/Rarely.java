package dev.jpgo.test.programs;

import java.io.IOException;

/**
 * A method that is at work, and calls another some thousand times a second. Arguments: see {@link
 * Awaited}. Prints what does not hang on how long that was.
 */
public final class Rarely {
  /** At work; its class is not held by the loop of {@link #main}. */
  static final class Work {
    private Work() {}

    private static int stirred(int value, int by) {
      return value ^ value >>> by;
    }

    static int total(int start) {
      int total = start;
      for (int i = 0; i < 150_000; i += 1 + (total & 1)) { // no step that is known: not unrolled
        total = total * 31 + (total >>> 7) + i;
      }
      return stirred(total, 3);
    }
  }

  private Rarely() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    int expected = Work.total(1);
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      same &= Work.total(1) == expected;
    }
    System.out.println(expected + " " + same);
  }
}
