package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * A program with one hot method, which calls what its argument says, and a calm one that is called
 * a known number of times. After each round of work it lets the agent catch up.
 */
public final class Warmed {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "warmed.agent";

  /** Calls of {@link #calm} in a run. */
  public static final int CALM = 77;

  /** A round of work. */
  private static final int CALLS = 20_000;

  private static final long LIMIT_NANOS = 100_000_000_000L;

  /**
   * Without another version for so long there will be none: processor time of this thread, of which
   * the agent's gets as much, whatever else the machine does.
   */
  private static final long SETTLED_NANOS = 3_000_000_000L;

  private Warmed() {}

  interface Shape {
    int area();
  }

  static final class Square implements Shape {
    private final int side;

    Square(int side) {
      this.side = side;
    }

    @Override
    public int area() {
      return side * side;
    }
  }

  static final class Strip implements Shape {
    private final int length;

    Strip(int length) {
      this.length = length;
    }

    @Override
    public int area() {
      return length;
    }
  }

  /** What is hot: more than the 35 bytes that C1 inlines by itself, and that are not counted. */
  public static final class Subject {
    private Subject() {}

    static int add(int sum, Shape shape) {
      int next = sum * 31 + shape.area() + shape.area();
      next ^= next >>> 15;
      next += sum << 3;
      next ^= next >>> 7;
      return next + (sum << 5);
    }
  }

  /**
   * Arguments: {@code square} or {@code strip}; how many rounds; and {@code await}, to work first
   * until the hot method has another version, and no more come.
   */
  public static void main(String[] arguments) {
    Shape square = new Square(3);
    Shape strip = new Strip(7);
    int sum = square.area() + strip.area(); // both are there from the beginning
    Shape shape = arguments[0].equals("square") ? square : strip;
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait(); // where the VM compiles it begins on a thread of its own
    }
    if (arguments.length > 2) {
      await(shape);
    }
    for (int round = Integer.parseInt(arguments[1]); round > 0; round--) {
      if (arguments.length == 2) {
        Jpgo.awaitIdle(Duration.ofMinutes(1));
      }
      sum = work(sum, shape);
    }
    for (int i = 0; i < CALM; i++) {
      sum = calm(sum, i);
    }
    System.out.println("sum " + sum);
  }

  /** The first version may be one that the agent learns the class's bytes by. */
  private static void await(Shape shape) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long changed = 0;
    int versions = 0;
    while (versions == 0 || threads.getCurrentThreadCpuTime() - changed < SETTLED_NANOS) {
      work(0, shape);
      int now = SecondAgent.versions(Subject.class);
      if (now != versions) {
        versions = now;
        changed = threads.getCurrentThreadCpuTime();
      }
      if (System.nanoTime() - start > LIMIT_NANOS) {
        throw new IllegalStateException(versions + " versions");
      }
    }
  }

  private static int work(int sum, Shape shape) {
    int next = sum;
    for (int i = 0; i < CALLS; i++) {
      next = Subject.add(next, shape);
    }
    return next;
  }

  /** Too long to go without a counter of its own. */
  private static int calm(int sum, int i) {
    int next = sum * 31 + (i ^ 17) * 7 + (i >>> 3) + (i << 2) + Integer.bitCount(i) + (i % 7);
    return next ^ Math.max(i, 12) * 3 + Math.min(i, 99) * 5 + Integer.reverse(sum);
  }
}
