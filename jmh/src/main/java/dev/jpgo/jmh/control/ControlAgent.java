package dev.jpgo.jmh.control;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Retransforms every loaded class once, in batches, without changing any: what a retransformation
 * costs by itself, and what it does to code that was compiled before. Its argument is the delay in
 * milliseconds. Leaves "calls total-nanos max-nanos" of them in a system property.
 */
public final class ControlAgent {
  /** The system property; the runner reads it under the same name. */
  static final String PAUSES = "jpgo.bench.control.pauses";

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

  private static final class Rounds implements Runnable {
    private final long delay;
    private final Instrumentation instrumentation;
    private long calls;
    private long total;
    private long longest;

    Rounds(long delay, Instrumentation instrumentation) {
      this.delay = delay;
      this.instrumentation = instrumentation;
    }

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
        while (true) {
          LockSupport.park(this); // what the thread has taken can be read as long as it lives
        }
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } catch (UnmodifiableClassException refused) {
        System.err.println("control: " + refused);
      }
    }

    private void retransform(List<Class<?>> classes) throws UnmodifiableClassException {
      if (!classes.isEmpty()) {
        long begin = System.nanoTime();
        instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        long taken = System.nanoTime() - begin;
        calls++;
        total += taken;
        longest = Math.max(longest, taken);
        System.setProperty(PAUSES, calls + " " + total + " " + longest);
      }
    }
  }
}
