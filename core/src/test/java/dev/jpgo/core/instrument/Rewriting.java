package dev.jpgo.core.instrument;

import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoTypes;
import dev.jpgo.runtime.JpgoValues;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Loads rewritten copies of the classes that are nested in {@link Samples}, in a loader of their
 * own.
 */
final class Rewriting extends ClassLoader {
  private static final AtomicInteger COUNTERS = new AtomicInteger();
  private static final AtomicInteger SITES = new AtomicInteger();
  private static int chunks;

  private final UnaryOperator<byte[]> rewriter;

  Rewriting(UnaryOperator<byte[]> rewriter) {
    super(Rewriting.class.getClassLoader());
    this.rewriter = rewriter;
  }

  /** First of {@code count} counters that no other test uses. */
  static int counters(int count) {
    int first = COUNTERS.getAndAdd(count);
    makeUsable((first + count - 1) / JpgoCounters.CHUNK);
    return first;
  }

  private static synchronized void makeUsable(int chunk) {
    try {
      MethodHandles.Lookup runtime =
          MethodHandles.privateLookupIn(JpgoCounters.class, MethodHandles.lookup());
      for (; chunks <= chunk; chunks++) {
        runtime.defineClass(CounterChunks.generate(chunks));
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** First of {@code count} sites that no other test uses. */
  static int sites(int count) {
    int first = SITES.getAndAdd(count);
    JpgoTypes.allocate(first + count);
    JpgoValues.allocate(first, count);
    return first;
  }

  static byte[] bytesOf(String className) {
    String resource = className.replace('.', '/') + ".class";
    try (InputStream in = Rewriting.class.getClassLoader().getResourceAsStream(resource)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ClassNode parse(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    return node;
  }

  /** The methods of a class that have code, by ordinal. */
  static Map<Integer, MethodNode> methods(ClassNode node) {
    Map<Integer, MethodNode> methods = new LinkedHashMap<>();
    for (int i = 0; i < node.methods.size(); i++) {
      if (node.methods.get(i).instructions.size() > 0) {
        methods.put(i, node.methods.get(i));
      }
    }
    return methods;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && name.startsWith(Samples.class.getName())) {
        byte[] bytes = rewriter.apply(bytesOf(name));
        loaded = defineClass(name, bytes, 0, bytes.length);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  /** Runs the sample methods; results by name, an exception as its class name. */
  Map<String, Object> run(int n) {
    Map<String, Object> results = new HashMap<>();
    for (String name : sampleNames()) {
      results.put(name, run(name, n));
    }
    return results;
  }

  Object run(String sample, int n) {
    try {
      Method method = loadClass(Samples.class.getName()).getDeclaredMethod(sample, int.class);
      method.setAccessible(true);
      return method.invoke(null, n);
    } catch (InvocationTargetException e) {
      return e.getCause().getClass().getName();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static Iterable<String> sampleNames() {
    return Rewriting.parse(bytesOf(Samples.class.getName())).methods.stream()
            .filter(method -> method.desc.equals("(I)J"))
            .map(method -> method.name)
        ::iterator;
  }
}
