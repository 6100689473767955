package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;

/**
 * Loops that are left for new versions of their method while they run, with objects that only they
 * have: one from before them, one for each turn of the outer loop, and others for each of the inner
 * one. Or the same method called often, and never left.
 */
public final class StayingLoop {
  private static final int ROUNDS = 6;
  private static final int STEPS = 20_000;
  private static final int ROW = 1_000;
  private static final int CALLS = 500;
  private static final int FEW = 5;
  private static final int LONG = 10;
  private static final long LIMIT_NANOS = 100_000_000_000L;

  private StayingLoop() {}

  record Spot(int x, int y) {
    int cross() {
      return x * 31 ^ y;
    }
  }

  /** From before the loops. */
  static final class Total {
    int number;
    byte low;
    double down = 0.25;
    long sum;
    final int factor;

    Total(int factor) {
      this.factor = factor;
    }

    void add(int step) {
      number++;
      low += (byte) step;
      down -= 0.5;
      sum += factor * (long) step;
    }

    long all() {
      return sum * 31 + number + low + (long) (down * 4);
    }
  }

  /** One for each turn of the outer loop. */
  static final class Row {
    char wide;
    float half;

    void add(int step) {
      wide += (char) (step * 7);
      half += 0.5f;
    }
  }

  /** Says when a loop is to end, and how far it is. */
  static final class Progress {
    private volatile int rows;
    private volatile boolean over;

    boolean isOver(int count) {
      rows = count;
      return over;
    }
  }

  /** What is hot. */
  static final class Subject {
    private Subject() {}

    @SuppressWarnings("ReferenceEquality")
    static long run(Progress progress, int limit) {
      Total total = new Total(3);
      long hash = 17;
      int rows = 0;
      while (rows < limit && !progress.isOver(rows)) {
        Row row = new Row();
        for (int i = 0; i < ROW; i++) {
          Spot spot = new Spot(i ^ rows, total.low);
          Spot like = new Spot(i ^ rows, total.low);
          hash = hash * 31 + spot.cross() + (spot == like ? 1000 : like.y);
          total.add(i - rows);
          row.add(i);
        }
        hash ^= row.wide + (long) row.half;
        rows++;
      }
      return hash ^ total.all();
    }
  }

  /** The same, without objects. */
  static long expected(int rows) {
    long hash = 17;
    int number = 0;
    byte low = 0;
    double down = 0.25;
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      char wide = 0;
      float half = 0;
      for (int i = 0; i < ROW; i++) {
        hash = hash * 31 + ((i ^ row) * 31 ^ low) + low;
        number++;
        low += (byte) (i - row);
        down -= 0.5;
        sum += 3 * (long) (i - row);
        wide += (char) (i * 7);
        half += 0.5f;
      }
      hash ^= wide + (long) half;
    }
    return hash ^ (sum * 31 + number + low + (long) (down * 4));
  }

  /** Argument: {@code once}, {@code again} or {@code often}. */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments[0].equals("once")) {
      once();
    } else if (arguments[0].equals("again")) {
      again();
    } else {
      long sum = 0;
      for (int i = 0; i < CALLS; i++) {
        if (i % (CALLS / ROUNDS) == 0) {
          Jpgo.awaitIdle(Duration.ofMinutes(1));
        }
        sum = sum * 31 + Subject.run(new Progress(), 1);
      }
      System.out.println(sum);
    }
  }

  private static void once() throws InterruptedException {
    Progress progress = new Progress();
    long[] result = new long[1];
    Thread thread = new Thread(() -> result[0] = Subject.run(progress, Integer.MAX_VALUE));
    thread.start();
    for (int round = 0; round < ROUNDS; round++) {
      awaitProgress(progress);
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    awaitProgress(progress);
    progress.over = true;
    thread.join();
    System.out.println(result[0] == expected(progress.rows) ? "right" : "wrong");
  }

  /** Hot for its loops, and called again and again. */
  private static void again() throws InterruptedException {
    boolean right = true;
    for (int i = 0; i < FEW + LONG; i++) {
      int rows = i < FEW ? 1 : STEPS / ROW;
      right &= Subject.run(new Progress(), rows) == expected(rows);
      if (i >= FEW) {
        Jpgo.awaitIdle(Duration.ofMinutes(1));
      }
    }
    System.out.println(right ? "right" : "wrong");
  }

  private static void awaitProgress(Progress progress) throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    int until = progress.rows + STEPS / ROW;
    while (progress.rows < until) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("stopped after " + progress.rows);
      }
      Thread.sleep(1);
    }
  }
}
