package dev.jpgo.test.targets;

import java.io.Closeable;
import java.io.IOException;

/**
 * Exceptions thrown, caught, rethrown, wrapped and suppressed, through small methods that get
 * inlined.
 */
final class ExceptionTarget implements Target {
  private static final class Resource implements Closeable {
    private final Effects effects;
    private final boolean fails;

    Resource(Effects effects, boolean fails) {
      this.effects = effects;
      this.fails = fails;
    }

    @Override
    public void close() throws IOException {
      effects.add("close");
      if (fails) {
        throw new IOException("closing");
      }
    }
  }

  @Override
  public void run(Effects effects, int seed) {
    for (int i = 0; i < 12; i++) {
      effects.add(classify(i, effects));
      try {
        use(effects, i);
      } catch (Exception e) {
        effects.add(e);
        effects.add(e.getSuppressed().length);
      }
    }
    effects.add(local(seed));
  }

  private static int classify(int i, Effects effects) {
    int state = 0;
    try {
      state = 1;
      check(i);
      state = 2;
      Object o = i % 3 == 0 ? "text" : Integer.valueOf(i);
      state = 3;
      Integer number = (Integer) o;
      state += number;
      return state;
    } catch (IllegalStateException | ArithmeticException e) {
      effects.add(e);
      return -state;
    } catch (ClassCastException e) {
      effects.add("cast");
      return -10 * state;
    } catch (RuntimeException e) {
      effects.add(e);
      return -100 * state;
    }
  }

  private static void check(int i) {
    if (i % 5 == 4) {
      throw new IllegalStateException("five " + i);
    }
    if (i == 7) {
      throw new UnsupportedOperationException(new IllegalArgumentException("inner"));
    }
    deeper(i);
  }

  private static void deeper(int i) {
    if (10 / (i - 2) == 100) {
      throw new AssertionError();
    }
  }

  private static void use(Effects effects, int i) throws Exception {
    try (Resource first = new Resource(effects, i % 2 == 0);
        Resource second = new Resource(effects, i % 3 == 0)) {
      effects.add(first == second ? 1 : 0);
      if (i % 4 == 0) {
        throw new Exception("body " + i);
      }
    }
  }

  private static int local(int seed) {
    int a = seed;
    long b = 2;
    try {
      a++;
      b += a;
      thrower(a > 0);
      a = 100;
    } catch (RuntimeException e) {
      return (int) (a * 1000 + b);
    }
    return a;
  }

  private static void thrower(boolean really) {
    if (really) {
      throw new RuntimeException();
    }
  }
}
