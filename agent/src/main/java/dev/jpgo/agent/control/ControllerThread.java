package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.redefine.Turn;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that calls the controller, and nothing more: it rests, and runs rounds when it has its
 * turn. It is a daemon in a group of its own, and survives whatever is thrown.
 */
public final class ControllerThread implements Runnable {
  private static final int MAX_FAILURES = 20;

  /** So often a failure is tried to be reported. */
  private static final int ATTEMPTS = 10;

  private static final long RECOVERY_NANOS = 1_000_000_000L;

  /** Makes the controller, on this thread, when its time has come. */
  public interface Start {
    Rounds start() throws Exception;
  }

  /** What is done again and again. */
  public interface Rounds {
    /**
     * One round.
     *
     * @return for how many nanoseconds to rest now
     */
    long round() throws Exception;
  }

  private final Start start;
  private final long delayNanos;
  private final Failures failures;
  private final Turn turn;
  private final Thread thread;
  private volatile boolean stopped;
  private @Nullable Rounds rounds;

  /**
   * @param delayNanos how long to do nothing at all first
   */
  public ControllerThread(
      ThreadGroup group, Start start, long delayNanos, Turn turn, Failures failures) {
    this.turn = turn;
    this.start = start;
    this.delayNanos = delayNanos;
    this.failures = failures;
    thread = new Thread(group, this, "jpgo-controller", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
  }

  public void begin() {
    thread.start();
  }

  /** No further round is begun; one that is under way goes on. */
  public void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /** Waits for its end, for so long at most. */
  public void join(long millis) throws InterruptedException {
    thread.join(millis);
  }

  @Override
  public void run() {
    long wakeAt = System.nanoTime() + delayNanos;
    int failed = 0;
    while (!stopped) {
      try {
        Thread.interrupted(); // or there would be no rest
        long rest = wakeAt - System.nanoTime();
        if (rest > 0) {
          LockSupport.parkNanos(rest);
        } else {
          long asked = work();
          wakeAt = System.nanoTime() + asked; // from the end of the work on
        }
      } catch (Throwable failure) {
        boolean last = ++failed > MAX_FAILURES || isFinal(failure);
        if (last) {
          stopped = true; // first: whatever else fails
          rounds = null;
        }
        report(failure, last);
        wakeAt = System.nanoTime() + RECOVERY_NANOS;
      }
    }
    rounds = null;
  }

  /** To report a failure takes memory, which may be what has failed: then it is tried again. */
  private void report(Throwable failure, boolean last) {
    boolean reported = false;
    for (int left = ATTEMPTS; !reported && left > 0; left--) {
      try {
        failures.report("working in the background", failure);
        if (last) {
          failures.stopped();
        }
        reported = true;
      } catch (Throwable unreported) {
        LockSupport.parkNanos(RECOVERY_NANOS);
      }
    }
  }

  /**
   * Whether to give up: the program needs the memory itself, or has stopped this thread, anywhere,
   * so that nothing can be relied on any more.
   */
  private static boolean isFinal(Throwable failure) {
    return failure instanceof OutOfMemoryError
        || failure.getClass().getName().equals("java.lang.ThreadDeath"); // which later JDKs lack
  }

  private long work() throws Exception {
    turn.take();
    try {
      if (stopped) {
        return 0;
      }
      Rounds known = rounds;
      if (known == null) {
        known = start.start();
        rounds = known;
      }
      return stopped ? 0 : known.round();
    } finally {
      turn.end();
    }
  }
}
