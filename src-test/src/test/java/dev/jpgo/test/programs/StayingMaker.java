package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;

/**
 * A method that is seldom called makes what the loop of another works on for long; it fails at the
 * end of some calls, when all that was stored shows.
 */
public final class StayingMaker {
  private static final int FEW = 5;
  private static final int LONG = 12;
  private static final int STEPS = 20_000;

  private StayingMaker() {}

  /** Positions, as a parser has them. */
  static final class Cursor {
    private final int[] code;
    private int at;

    Cursor(int[] code) {
      this.code = code;
    }

    int next() {
      return code[at++];
    }

    void jump(int target) {
      at = target;
    }
  }

  /** Where results go. */
  static final class Sums {
    private long sum;
    private byte low;

    void add(int value) {
      sum = sum * 31 + value;
      low += (byte) value;
    }

    long all() {
      return sum + low;
    }
  }

  /** What is hot. */
  static final class Subject {
    private static final int[] CODE = {3, 1, 4, 1, 5, 9, 2, 6};

    private Subject() {}

    /** Seldom called, and runs for long all the same. */
    static long make(int steps) {
      Sums sums = new Sums();
      loop(new Cursor(CODE), sums, steps);
      return sums.all();
    }

    private static void loop(Cursor cursor, Sums sums, int steps) {
      for (int i = 0; i != steps; i++) {
        sums.add(cursor.next() ^ i);
        if ((i & 7) == 7 && i != STEPS + 7) {
          cursor.jump(0);
        }
      }
    }
  }

  private static String outcome(int steps) {
    try {
      return String.valueOf(Subject.make(steps));
    } catch (ArrayIndexOutOfBoundsException e) {
      StringBuilder text = new StringBuilder(String.valueOf(e.getMessage()));
      for (StackTraceElement each : e.getStackTrace()) {
        text.append(' ').append(each);
      }
      return text.toString();
    }
  }

  /** Without an argument, or {@code tiered}: then the agent has time between calls. */
  public static void main(String[] arguments) throws InterruptedException {
    for (int i = 0; i < FEW + LONG; i++) {
      System.out.println(outcome(i < FEW ? 100 : STEPS + i));
      if (i >= FEW && arguments.length > 0) {
        Jpgo.awaitIdle(Duration.ofMinutes(1));
      }
    }
    System.out.println(outcome(-1)); // until it fails
  }
}
