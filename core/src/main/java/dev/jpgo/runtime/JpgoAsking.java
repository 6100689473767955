package dev.jpgo.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps apart what asks another thread for its stack and what redefines classes. The answer has
 * methods in it by addresses that nothing holds on to until the VM has read them (HotSpot's {@code
 * GetStackTraceClosure} and {@code GetThreadSnapshotHandshakeClosure}), and redefining frees
 * methods of earlier versions.
 *
 * <p>Nobody waits for long: who asks may hold locks that the redefining thread comes to need.
 */
public final class JpgoAsking {
  private static final long PAUSE_NANOS = 100_000;
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
        LockSupport.parkNanos(PAUSE_NANOS);
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
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** After they have been. */
  public static void redefined() {
    redefining = false;
  }
}
