package dev.jpgo.test.hooks.subjects;

import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code invokedynamic} sites of many kinds; several name the same constants. */
public final class Links {
  private Links() {}

  public static Runnable lambda() {
    return () -> {};
  }

  public static Supplier<String> capturing(String text) {
    return () -> text;
  }

  public static Function<Object, String> first() {
    return String::valueOf;
  }

  public static Function<Object, String> second() {
    return String::valueOf;
  }

  public static Object[] both() {
    Function<Object, String> one = String::valueOf;
    Function<Object, String> two = String::valueOf;
    return new Object[] {one, two};
  }

  public static Object[] sameLine() {
    Function<Object, String> one = String::valueOf, two = String::valueOf;
    return new Object[] {one, two};
  }

  /** The second site is linked before the first. */
  public static Object choose(boolean first) {
    Function<Object, String> function;
    if (first) {
      function = String::valueOf;
    } else {
      function = String::valueOf;
    }
    return function;
  }

  /** The second site is linked in a later version than the first. */
  public static Object lateChoice(boolean first) {
    Function<Object, String> function;
    if (first) {
      function = String::valueOf;
    } else {
      function = String::valueOf;
    }
    return function;
  }

  public static String join(int a, Object b) {
    return a + ", " + b;
  }

  public static boolean point(Object other) {
    return new Pair(1, "x").equals(other);
  }

  /** Opened when {@link Slow} may be linked to. */
  public static final CountDownLatch LINKED = new CountDownLatch(1);

  /** Is initialized as a function of it is linked, which takes until {@link #LINKED} is open. */
  public interface Slow {
    boolean READY = await();

    default boolean isReady() {
      return READY;
    }

    void run();

    private static boolean await() {
      try {
        LINKED.await();
        return true;
      } catch (InterruptedException e) {
        return false;
      }
    }
  }

  public static Slow slow() {
    return () -> {};
  }

  /** Its methods are linked dynamically. */
  public record Pair(int a, String b) {}
}
