package dev.jpgo.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps apart what asks another thread for its stack and what redefines classes. The answer has
 * methods in it by addresses that nothing holds on to until the VM has read them (HotSpot's {@code
 * GetStackTraceClosure} and {@code GetThreadSnapshotHandshakeClosure}), and redefining frees
 * methods of earlier versions.
 *
 * <p>Nobody waits for long: who asks may hold locks that the redefining thread comes to need.
 */
public final class JpgoAsking {
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private static final AtomicInteger ASKING = new AtomicInteger();
  private static volatile boolean redefining;

  private JpgoAsking() {}

  /** Before a thread is asked: waits until no classes are being redefined. */
  public static void begin() {
    ASKING.incrementAndGet();
    if (redefining) {
      long start = System.nanoTime();
      while (redefining && System.nanoTime() - start < PATIENCE_NANOS) {
        ASKING.decrementAndGet();
        Thread.yield(); // and not park, which would use up what the thread was given to go on
        ASKING.incrementAndGet();
      }
    }
  }

  /** After it has answered. */
  public static void end() {
    ASKING.decrementAndGet();
  }

  /** Before classes are redefined: waits until no thread is being asked. */
  public static void redefine() {
    redefining = true;
    if (ASKING.get() > 0) {
      long start = System.nanoTime();
      while (ASKING.get() > 0 && System.nanoTime() - start < PATIENCE_NANOS) {
        Thread.yield();
      }
    }
  }

  /** After they have been. */
  public static void redefined() {
    redefining = false;
  }
}
