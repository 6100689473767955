package dev.jpgo.agent;

import dev.jpgo.agent.events.Log;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is done before the program sets a security manager (JDK 17 to 23): the session ends, and
 * every method has its original code again. The thread that sets the manager waits for that; the
 * work is done by a thread of the agent's, which has a stack of its own and none of the program's
 * frames and permissions.
 *
 * <p>The wait is bounded. The VM verifies what is put back, so a loader of the program may be asked
 * for classes, whose lock the waiting thread may hold. Then the manager is set nevertheless, and
 * the rest is put back when the lock is free.
 */
@SuppressWarnings("removal") // what it is for is gone with JDK 24
final class SteppingAside implements Runnable {
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Session session;
  private final ThreadGroup group;
  private final Log log;
  private @Nullable Thread worker;

  SteppingAside(Session session, ThreadGroup group, Log log) {
    this.session = session;
    this.group = group;
    this.log = log;
  }

  /** Whether this JDK has security managers (JEP 486). */
  static boolean isPossible() {
    return Runtime.version().feature() < 24;
  }

  /** Whether there is one now. */
  static boolean isDue() {
    return isPossible() && System.getSecurityManager() != null;
  }

  /** Begins it, once, and waits for nothing. */
  synchronized Thread begin() {
    Thread known = worker;
    if (known == null) {
      known = AccessController.doPrivileged(new Hiring()); // or it had the caller's permissions
      known.start();
      worker = known;
    }
    return known;
  }

  /** Begins it, and waits until it is done, whether or not the thread is interrupted. */
  @Override
  public void run() {
    Thread working = begin();
    if (Thread.currentThread().getThreadGroup() == group) {
      return; // code of the program that our own work has called: it would wait for itself
    }
    boolean interrupted = false;
    long end = System.nanoTime() + WAIT_NANOS;
    long rest = WAIT_NANOS;
    while (rest > 0 && working.isAlive()) {
      try {
        working.join(1 + rest / 1_000_000);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      rest = end - System.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    log.warn(
        working.isAlive()
            ? "a security manager is being set, and not every method could be put back before"
            : "a security manager is being set: every method has its original code, and nothing is"
                + " touched any more");
  }

  private final class Hiring implements PrivilegedAction<Thread> {
    @Override
    public Thread run() {
      return new Worker(group, session);
    }
  }

  private static final class Worker extends Thread {
    private final Session session;

    Worker(ThreadGroup group, Session session) {
      super(group, null, "jpgo-aside", 0, false);
      this.session = session;
      setDaemon(true);
      setContextClassLoader(null);
    }

    @Override
    public void run() {
      session.stepAside();
    }
  }
}
