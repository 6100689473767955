package dev.jpgo.test.programs;

import java.io.IOException;
import java.util.function.IntUnaryOperator;

/**
 * Functions that are made as the program starts, and called for as long as it runs, by a class that
 * makes them again and again. Arguments: see {@link Awaited}. Prints what does not hang on how long
 * that was.
 */
public final class Linked {
  /** At work; its class is not held by the loop of {@link #main}. */
  static final class Work {
    private Work() {}

    static IntUnaryOperator odd() {
      return x -> 2 * x + 1;
    }

    static int total(IntUnaryOperator function, int start) {
      int total = start;
      for (int i = 0; i < 20_000; i++) {
        total = total * 31 + function.applyAsInt(i);
      }
      return total;
    }
  }

  private Linked() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    IntUnaryOperator first = Work.odd();
    int expected = Work.total(first, 1);
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      same &= Work.total(first, 1) == expected;
      same &= Work.odd() == first;
    }
    System.out.println(expected + " " + same);
  }
}
