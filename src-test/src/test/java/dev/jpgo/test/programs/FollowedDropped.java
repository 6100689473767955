package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * Calls functions often that are dropped then: one that has captured something, and one of another
 * class loader. Says whether they are collected.
 */
public final class FollowedDropped {
  private static final long LIMIT_NANOS = 20_000_000_000L;
  private static final int ROUNDS = 4;
  private static final int CALLS = 2_000;

  private FollowedDropped() {}

  /** What is loaded by another class loader. */
  public static final class Plugin {
    /** A composed one, which its class keeps. */
    public static final IntUnaryOperator KEPT = ((IntUnaryOperator) x -> x + 2).andThen(x -> x * 5);

    private Plugin() {}

    /** One that captures nothing. */
    public static IntUnaryOperator simple() {
      return x -> x * 3;
    }
  }

  /** Calls what it keeps. */
  private static final class User {
    private IntUnaryOperator function = x -> x;

    int sum(int from) {
      int sum = from;
      for (int i = 0; i < 4; i++) {
        sum = function.applyAsInt(sum + i) & 0xFFFF;
      }
      return sum;
    }

    /** The same code once more, so that each has a profile of its own. */
    int total(int from) {
      int total = from;
      for (int i = 0; i < 4; i++) {
        total = function.applyAsInt(total + i) & 0xFFFF;
      }
      return total;
    }

    /** And once more. */
    int product(int from) {
      int product = from;
      for (int i = 0; i < 4; i++) {
        product = function.applyAsInt(product + i) & 0xFFFF;
      }
      return product;
    }
  }

  public static void main(String[] arguments) throws Exception {
    User first = new User();
    User second = new User();
    User third = new User();
    WeakReference<?> captured = capture(first);
    WeakReference<ClassLoader> loader = load(second, third);
    for (int round = 0; round < ROUNDS; round++) {
      int sum = 0;
      for (int i = 0; i < CALLS; i++) {
        sum = first.sum(sum) + second.total(i) + third.product(i);
      }
      System.out.println(sum);
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    drop(captured, loader, first, second, third);
  }

  private static WeakReference<?> capture(User user) {
    int[] array = new int[10];
    Supplier<int[]> source = () -> array;
    user.function = x -> x + source.get().length;
    return new WeakReference<>(array);
  }

  private static WeakReference<ClassLoader> load(User second, User third) throws Exception {
    URL code = FollowedDropped.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader loader = new URLClassLoader(new URL[] {code}, null);
    Class<?> plugin = loader.loadClass(Plugin.class.getName());
    second.function = (IntUnaryOperator) plugin.getMethod("simple").invoke(null);
    third.function = (IntUnaryOperator) plugin.getField("KEPT").get(null);
    return new WeakReference<>(loader);
  }

  private static void drop(
      WeakReference<?> captured, WeakReference<ClassLoader> loader, User... users)
      throws InterruptedException {
    for (User user : users) {
      user.function = x -> x;
    }
    System.out.println("captured " + isCollected(captured));
    System.out.println("class loader " + isCollected(loader));
    Reference.reachabilityFence(users);
  }

  private static String isCollected(WeakReference<?> reference) throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (reference.get() != null && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(20); // no thread but this one runs while it collects
    }
    return reference.get() == null ? "collected" : "still there";
  }
}
