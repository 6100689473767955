package dev.jpgo.test.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Many short-lived loaders that delegate {@code java.*} alone, as OSGi's do, each with a class of
 * its own that runs a while. Prints the sum of what they computed and whether nearly all loaders
 * were collected.
 */
public final class Loaders {
  /** Loaded anew by every loader. */
  public static final class Worker implements IntUnaryOperator {
    private int state = 7;

    private int mix(int value) {
      state = state * 31 + value;
      return state;
    }

    @Override
    public int applyAsInt(int operand) {
      int last = 0;
      for (int i = 0; i < operand; i++) {
        last = mix(i);
      }
      return last;
    }
  }

  private static final class Isolated extends ClassLoader {
    private final byte[] bytes;

    Isolated(byte[] bytes) {
      super(null);
      this.bytes = bytes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(Worker.class.getName())) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
      }
      if (name.startsWith("java.")) {
        return super.loadClass(name, resolve);
      }
      throw new ClassNotFoundException(name);
    }
  }

  private Loaders() {}

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    int work = Integer.parseInt(arguments[1]);
    byte[] bytes = workerBytes();
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      ClassLoader loader = new Isolated(bytes);
      loaders.add(new WeakReference<>(loader));
      sum += run(loader, work);
    }
    System.out.println("sum " + sum);
    long end = System.nanoTime() + 30_000_000_000L;
    long alive;
    do {
      System.gc();
      Thread.sleep(20); // no thread but this one runs while it collects
      alive = loaders.stream().filter(reference -> reference.get() != null).count();
    } while (alive > count / 20 && System.nanoTime() < end);
    System.out.println("collected " + (alive <= count / 20));
  }

  private static long run(ClassLoader loader, int work) throws Exception {
    IntUnaryOperator worker =
        (IntUnaryOperator)
            Class.forName(Worker.class.getName(), true, loader)
                .getDeclaredConstructor()
                .newInstance();
    long sum = 0;
    for (int i = 0; i < work; i++) {
      sum += worker.applyAsInt(20);
    }
    return sum;
  }

  private static byte[] workerBytes() throws IOException {
    try (InputStream in = Loaders.class.getResourceAsStream("Loaders$Worker.class")) {
      if (in == null) {
        throw new IOException("no class file of the worker");
      }
      return in.readAllBytes();
    }
  }
}
