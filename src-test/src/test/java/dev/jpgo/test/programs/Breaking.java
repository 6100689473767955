package dev.jpgo.test.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Breaks what was true of class hierarchies while code that was optimized for it runs: a second
 * implementor comes as a plain class on another thread, from a callee, as a lambda, as a proxy, as
 * a hidden class. Each case prints the sum of what its calls returned, which only depends on how
 * often each receiver was used.
 */
public final class Breaking {
  interface Plain {
    int value();
  }

  static final class OnlyPlain implements Plain {
    @Override
    public int value() {
      return 1;
    }
  }

  static final class SecondPlain implements Plain {
    @Override
    public int value() {
      return 100;
    }
  }

  static class Parent {
    private final int base = 1;

    int value() {
      return base;
    }
  }

  static final class Overrider extends Parent {
    @Override
    int value() {
      return 100;
    }
  }

  interface Functional {
    int value();
  }

  static final class OnlyFunctional implements Functional {
    @Override
    public int value() {
      return 1;
    }
  }

  interface Proxied {
    int value();
  }

  static final class OnlyProxied implements Proxied {
    @Override
    public int value() {
      return 1;
    }
  }

  public interface Hidden {
    int value();
  }

  static final class OnlyHidden implements Hidden {
    @Override
    public int value() {
      return 1;
    }
  }

  /** Defined once more as a hidden class. */
  static final class Template implements Hidden {
    @Override
    public int value() {
      return 100;
    }
  }

  private Breaking() {}

  public static void main(String[] arguments) throws Exception {
    long millis = Long.parseLong(arguments[0]);
    System.out.println("thread " + fromThread(millis));
    System.out.println("callee " + fromCallee(millis));
    System.out.println("lambda " + fromLambda(millis));
    System.out.println("proxy " + fromProxy(millis));
    System.out.println("hidden " + fromHidden(millis));
  }

  /** Another thread defines the class and publishes an instance while this one is in its loop. */
  private static long fromThread(long millis) throws InterruptedException {
    AtomicReference<Plain> box = new AtomicReference<>(new OnlyPlain());
    long end = System.nanoTime() + millis * 1_000_000;
    Thread other =
        new Thread(
            () -> {
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
              box.set(new SecondPlain());
            });
    other.start();
    long wrong = 0;
    boolean second = false;
    for (int after = 0; after < 5000; ) {
      Plain plain = box.get();
      second |= !(plain instanceof OnlyPlain);
      if (plain.value() != (plain instanceof OnlyPlain ? 1 : 100)) {
        wrong++;
      }
      if (second) {
        after++;
      }
    }
    other.join();
    return wrong;
  }

  /** A callee of the optimized loop defines the overriding class and returns an instance. */
  private static long fromCallee(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    long wrong = 0;
    Parent parent = new Parent();
    for (int after = 0; after < 5000; ) {
      parent = after == 0 ? next(parent, end) : parent;
      int expected = parent.getClass() == Parent.class ? 1 : 100;
      if (parent.value() != expected) {
        wrong++;
      }
      if (expected == 100) {
        after++;
      }
    }
    return wrong;
  }

  private static Parent next(Parent parent, long end) {
    return System.nanoTime() < end ? parent : new Overrider();
  }

  private static long fromLambda(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    Functional only = new OnlyFunctional();
    long wrong = 0;
    Functional functional = only;
    for (int after = 0; after < 5000; ) {
      if (after == 0 && System.nanoTime() >= end) {
        functional = () -> 100;
      }
      if (functional.value() != (functional == only ? 1 : 100)) {
        wrong++;
      }
      if (functional != only) {
        after++;
      }
    }
    return wrong;
  }

  private static long fromProxy(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    Proxied only = new OnlyProxied();
    long wrong = 0;
    Proxied proxied = only;
    for (int after = 0; after < 5000; ) {
      if (after == 0 && System.nanoTime() >= end) {
        proxied =
            (Proxied)
                Proxy.newProxyInstance(
                    Breaking.class.getClassLoader(),
                    new Class<?>[] {Proxied.class},
                    (self, method, args) -> 100);
      }
      if (proxied.value() != (proxied == only ? 1 : 100)) {
        wrong++;
      }
      if (proxied != only) {
        after++;
      }
    }
    return wrong;
  }

  private static long fromHidden(long millis) throws Exception {
    long end = System.nanoTime() + millis * 1_000_000;
    byte[] bytes = templateBytes();
    Hidden only = new OnlyHidden();
    long wrong = 0;
    Hidden hidden = only;
    for (int after = 0; after < 5000; ) {
      if (after == 0 && System.nanoTime() >= end) {
        hidden =
            (Hidden)
                MethodHandles.lookup()
                    .defineHiddenClass(bytes, true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
      }
      if (hidden.value() != (hidden == only ? 1 : 100)) {
        wrong++;
      }
      if (hidden != only) {
        after++;
      }
    }
    return wrong;
  }

  private static byte[] templateBytes() throws IOException {
    try (InputStream in = Breaking.class.getResourceAsStream("Breaking$Template.class")) {
      if (in == null) {
        throw new IOException("no class file of the template");
      }
      return in.readAllBytes();
    }
  }
}
