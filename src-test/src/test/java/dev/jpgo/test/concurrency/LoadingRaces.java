package dev.jpgo.test.concurrency;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.atomic.AtomicInteger;

/** Classes that are loaded and initialized, again and again, while methods are promoted. */
public final class LoadingRaces {
  private LoadingRaces() {}

  /** Works on either kind of itself. */
  public static class Shape {
    private final int side;

    public Shape(int side) {
      this.side = side;
    }

    public int area() {
      return side * side;
    }

    /** Sum of areas, each by a virtual call that has one target until there is a second class. */
    public static int areas(Shape[] shapes) {
      int sum = 0;
      for (Shape shape : shapes) {
        sum += shape.area();
      }
      return sum;
    }
  }

  /** Loaded late. */
  public static final class Doubled extends Shape {
    public Doubled(int side) {
      super(side);
    }

    @Override
    public int area() {
      return 2 * super.area();
    }
  }

  /** Its initializer may run once, and all see what it wrote. */
  public static final class Late {
    private static int value = 1;

    static {
      INITIALIZED.incrementAndGet();
      value = 42;
    }

    private Late() {}

    public static int value() {
      return value;
    }
  }

  /** Initializers of {@link Late} that ran. */
  public static final AtomicInteger INITIALIZED = new AtomicInteger();

  /** What both threads ask of classes of a loader of their own. */
  public interface Probe {
    int areas(boolean doubled);

    int late();
  }

  /** Stands in each loader beside the classes that it asks. */
  public static final class Prober implements Probe {
    private final Shape[] shapes = {new Shape(1), new Shape(2), new Shape(3)};

    @Override
    public int areas(boolean doubled) {
      if (doubled) {
        shapes[1] = new Doubled(2);
      }
      return Shape.areas(shapes);
    }

    @Override
    public int late() {
      return Late.value();
    }
  }

  /** One thread computes on and on; the other makes the second class known to the loop it is in. */
  static final class Hierarchy implements Race {
    private static final int CALLS = 3000;

    private Probe[] probes = {};
    private String[] seen = {};

    @Override
    public void reset(int states) throws Exception {
      int few = Math.max(1, states / 500);
      probes = new Probe[few];
      seen = new String[few];
      for (int i = 0; i < few; i++) {
        probes[i] = new Loader().probe();
        seen[i] = "";
      }
    }

    @Override
    public void first(int state) {
      if (state < probes.length) {
        Probe probe = probes[state];
        for (int i = 0; i < CALLS; i++) {
          int sum = probe.areas(false);
          if (sum != 14 && sum != 18) {
            seen[state] = "areas of " + sum;
          }
        }
      }
    }

    @Override
    public void second(int state) {
      if (state < probes.length) {
        for (int i = 0; i < CALLS / 2; i++) {
          probes[state].late();
        }
        int now = probes[state].areas(true);
        if (now != 18) {
          seen[state] = now + " with a second class";
        }
      }
    }

    @Override
    public String forbidden(int state) {
      return state < seen.length ? seen[state] : "";
    }
  }

  /** Both threads come to an uninitialized class at once. */
  static final class Initialization implements Race {
    private Probe[] probes = {};
    private int[] sums = {};

    @Override
    public void reset(int states) throws Exception {
      int few = Math.max(1, states / 100);
      probes = new Probe[few];
      sums = new int[few];
      INITIALIZED.set(0);
      for (int i = 0; i < few; i++) {
        probes[i] = new Loader().probe();
      }
    }

    @Override
    public void first(int state) {
      if (state < probes.length && probes[state].late() != 42) {
        sums[state] = 1;
      }
    }

    @Override
    public void second(int state) {
      if (state < probes.length && probes[state].late() != 42) {
        sums[state] = 1;
      }
    }

    @Override
    public String forbidden(int state) {
      if (state == 0 && INITIALIZED.get() != probes.length) {
        return INITIALIZED.get() + " initializations of " + probes.length;
      }
      return state < sums.length && sums[state] != 0 ? "a class before its initializer" : "";
    }
  }

  /** Defines the classes that the probe names itself. */
  private static final class Loader extends ClassLoader {
    Loader() {
      super(LoadingRaces.class.getClassLoader());
    }

    Probe probe() throws ReflectiveOperationException {
      try {
        return (Probe) loadClass(Prober.class.getName()).getConstructor().newInstance();
      } catch (InvocationTargetException e) {
        throw new IllegalStateException(e.getCause());
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : isOwn(name) ? own(name) : super.loadClass(name, resolve);
      }
    }

    private static boolean isOwn(String name) {
      return name.equals(Prober.class.getName())
          || name.equals(Shape.class.getName())
          || name.equals(Doubled.class.getName())
          || name.equals(Late.class.getName());
    }

    private Class<?> own(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
