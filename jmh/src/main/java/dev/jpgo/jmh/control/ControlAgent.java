package dev.jpgo.jmh.control;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Retransforms every loaded class once, in batches, without changing any: what a retransformation
 * costs by itself, and what it does to code that was compiled before. Its argument is the delay in
 * milliseconds.
 */
public final class ControlAgent {
  private static final int BATCH = 50;

  private ControlAgent() {}

  /** Called by the VM before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    long delay = Long.parseLong(arguments);
    instrumentation.addTransformer(new Unchanged(), true);
    Thread thread = new Thread(new Rounds(delay, instrumentation), "jpgo-control");
    thread.setDaemon(true);
    thread.start();
  }

  /** Hands every class back as it is. */
  private static final class Unchanged implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      return null;
    }
  }

  private record Rounds(long delay, Instrumentation instrumentation) implements Runnable {
    @Override
    public void run() {
      try {
        Thread.sleep(delay);
        List<Class<?>> batch = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
          if (instrumentation.isModifiableClass(loaded) && !loaded.isHidden()) {
            batch.add(loaded);
          }
          if (batch.size() == BATCH) {
            retransform(batch);
            batch.clear();
          }
        }
        retransform(batch);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } catch (UnmodifiableClassException refused) {
        System.err.println("control: " + refused);
      }
    }

    private void retransform(List<Class<?>> classes) throws UnmodifiableClassException {
      if (!classes.isEmpty()) {
        instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
      }
    }
  }
}
