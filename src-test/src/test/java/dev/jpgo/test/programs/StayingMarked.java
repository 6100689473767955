package dev.jpgo.test.programs;

import com.sun.management.ThreadMXBean;
import dev.jpgo.api.Jpgo;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * A hot method with an object that it alone has, whose constructor has a constant in it that {@link
 * SecondAgent} can make another. Says how much memory the method takes in the end.
 */
public final class StayingMarked {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "staying.agent";

  private static final long LIMIT_NANOS = 100_000_000_000L;
  private static final int CALLS = 5_000;
  private static final int ROUNDS = 4;
  private static final int NUMBER = 12345;

  /** What the smallest object takes. */
  private static final long OBJECT_BYTES = 16;

  private StayingMarked() {}

  /** What stays. Public, as all here that the hot method touches: the class is left as it is. */
  public static final class Marked {
    public final int value;
    public final byte low;

    /** Has a constant in it. */
    public Marked(int number) {
      value = number * 256 + "marker one".charAt(7);
      low = (byte) value;
    }
  }

  /** What is hot: more than the 35 bytes that C1 inlines by itself, and that are not counted. */
  public static final class Subject {
    private Subject() {}

    /** Adds to a sum. */
    public static int add(int sum, int number) {
      Marked marked = new Marked(number);
      int next = sum * 31 + marked.value;
      next ^= next >>> 15;
      next += sum << 3;
      next ^= marked.low;
      return next + (sum << 5);
    }
  }

  /** Argument: {@code plain}; or {@code changed}, to have the constructor changed midway. */
  public static void main(String[] arguments) throws Exception {
    System.out.println("one " + rounds());
    boolean few = isFrugal();
    if (arguments[0].equals("changed")) {
      int before = sum();
      int old = Subject.add(before, NUMBER);
      SecondAgent.retransform(Marked.class, true);
      awaitAnother(before, old);
      System.out.println("two " + rounds());
      few &= isFrugal();
    }
    System.out.println(few ? "few objects" : "many objects");
  }

  /** Whether the hot method makes no object. */
  private static boolean isFrugal() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(id);
    sum();
    return threads.getThreadAllocatedBytes(id) - before < CALLS * OBJECT_BYTES / 2;
  }

  /** Until then either constructor may have its way, but not in turns. */
  private static void awaitAnother(int before, int old) {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (sum() == before) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("the old constructor is still there");
      }
    }
    for (int i = 0; i < CALLS; i++) {
      if (Subject.add(before, NUMBER) == old) {
        throw new IllegalStateException("the old constructor is back");
      }
    }
  }

  private static int rounds() {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait(); // where the VM compiles it begins on a thread of its own
    }
    int last = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Jpgo.awaitIdle(Duration.ofMinutes(1));
      last = sum();
    }
    Jpgo.awaitIdle(Duration.ofMinutes(1));
    return last;
  }

  private static int sum() {
    int sum = 17;
    for (int i = 0; i < CALLS; i++) {
      sum = Subject.add(sum, i);
    }
    return sum;
  }
}
