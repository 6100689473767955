package dev.jpgo.core.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * What random methods call: a log of what they do, in order. Static, so for one thread at a time.
 */
public final class FuzzTrace {
  private static final List<String> LOG = new ArrayList<>();
  private static int fuel;
  private static int calls;
  private static int throwEvery;

  private FuzzTrace() {}

  /**
   * Starts a run.
   *
   * @param newFuel how many times {@link #alive} is true
   * @param newThrowEvery how many calls of {@link #call} return before one throws
   */
  public static void start(int newFuel, int newThrowEvery) {
    LOG.clear();
    fuel = newFuel;
    calls = 0;
    throwEvery = newThrowEvery;
  }

  /** The log so far. */
  public static List<String> log() {
    return new ArrayList<>(LOG);
  }

  /** Whether the method should go on: asked by every block, so that each method ends. */
  public static boolean alive() {
    return fuel-- > 0;
  }

  /** Logs; returns a number that depends on the value; throws now and then. */
  public static int call(int value) {
    LOG.add("call " + value);
    if (++calls % throwEvery == 0) {
      if (calls % 2 == 0) {
        throw new IllegalStateException("call " + calls);
      }
      throw new ArithmeticException("call " + calls);
    }
    return value * 31 + calls;
  }

  public static long callLong(long value, int other) {
    return call((int) (value ^ (value >>> 32)) + other) * 0x1_0000_0001L;
  }

  public static double callDouble(double value) {
    return call((int) value) / 4.0;
  }

  public static void log(Object value) {
    if (value instanceof Throwable) {
      LOG.add(value.getClass().getName());
    } else {
      LOG.add(String.valueOf(value instanceof Box box ? "box " + box.value : value));
    }
  }

  public static void log(int a, long b, int c, double d) {
    LOG.add(a + " " + b + " " + c + " " + d);
  }

  /** A box, or null. */
  public static Box box(int value) {
    LOG.add("box? " + value);
    return value % 3 == 0 ? null : new Box(value);
  }

  /** An object with a field. */
  public static class Box {
    public static int shared;
    public int value;

    public Box(int value) {
      LOG.add("new " + value);
      this.value = value;
      if (value % 7 == 5) {
        throw new IllegalArgumentException("box");
      }
    }
  }
}
