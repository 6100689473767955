package dev.jpgo.test.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Two methods of a class that take turns: each locks, has numbers that take an {@code ldc} and
 * loops for nearly all of the time. A third calls itself within a loop of theirs. Arguments: see
 * {@link Awaited}. Prints what does not hang on how long that was.
 */
public final class Turns {
  /** Takes turns. */
  static final class Taking {
    private final Object lock = new Object();
    private final List<Integer> numbers = new ArrayList<>();

    Taking() {
      for (int i = 0; i < 2000; i++) {
        numbers.add(i * 7);
      }
    }

    long listed() {
      synchronized (lock) {
        long sum = 0;
        for (Integer number : numbers) {
          sum += number * 100_003L ^ 0x1234_5678;
        }
        return sum;
      }
    }

    long made(int count) {
      long sum = 0;
      for (int i = 0; i < count; i++) {
        int captured = i;
        synchronized (lock) {
          IntUnaryOperator add = x -> x + captured;
          sum += add.applyAsInt(i) ^ 0x765_4321;
        }
      }
      return sum + halves(count);
    }

    private int halves(int count) {
      int halves = 0;
      for (int half = count / 2; half > 3; half /= 2) {
        halves += 1 + halves(half);
      }
      return halves;
    }
  }

  private Turns() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    Taking taking = new Taking();
    long expected = taking.listed() * 31 + taking.made(400);
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      same &= taking.listed() * 31 + taking.made(400) == expected;
    }
    System.out.println(expected + " " + same);
  }
}
