package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * A class loader that asks a class it has defined itself about every name it is asked for. Whatever
 * the agent puts into that class must not have the VM ask for a name when it runs.
 */
public final class FilteringLoader extends ClassLoader {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "filter.agent";

  private static final int ROUNDS = 4;
  private static final int LOADS = 3000;

  private Predicate<String> filter = name -> true;

  private FilteringLoader() {
    super(FilteringLoader.class.getClassLoader());
  }

  /** What the loader defines. */
  public static final class Filter implements Predicate<String> {
    private int calls;

    @Override
    public boolean test(String name) {
      calls++;
      return hash(name) != 0 || calls < 0;
    }

    private static int hash(String name) {
      int hash = 0;
      for (int i = 0; i < name.length(); i++) {
        hash = hash * 31 + name.charAt(i);
      }
      return hash | 1;
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!filter.test(name)) {
      throw new ClassNotFoundException(name);
    }
    if (!name.equals(Filter.class.getName())) {
      return super.loadClass(name, resolve);
    }
    Class<?> known = findLoadedClass(name);
    return known == null ? define(name) : known;
  }

  private Class<?> define(String name) throws ClassNotFoundException {
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

  public static void main(String[] arguments) throws Exception {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    FilteringLoader loader = new FilteringLoader();
    @SuppressWarnings("unchecked")
    Predicate<String> filter =
        (Predicate<String>)
            loader.loadClass(Filter.class.getName()).getDeclaredConstructor().newInstance();
    if (!filter.test("warm")) {
      throw new IllegalStateException("refused");
    }
    loader.filter = filter;
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < LOADS; i++) {
        loader.loadClass("java.lang.String");
      }
      if (Boolean.getBoolean(AGENT)) {
        Jpgo.awaitIdle(Duration.ofMinutes(3));
      }
    }
    System.out.println("done " + (filter.getClass().getClassLoader() == loader));
  }
}
