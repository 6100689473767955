package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Failures;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that calls the controller, and nothing more: it rests, runs rounds, and runs what
 * other threads want done between two rounds. It is a daemon in a group of its own, and survives
 * whatever is thrown.
 */
public final class ControllerThread implements Runnable {
  private static final int MAX_FAILURES = 20;

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
    long round();
  }

  private final Start start;
  private final long delayNanos;
  private final Failures failures;
  private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean stopped;
  private @Nullable Rounds rounds;

  private record Task(Runnable work, CountDownLatch done) {}

  /**
   * @param delayNanos how long to do nothing at all first
   */
  public ControllerThread(ThreadGroup group, Start start, long delayNanos, Failures failures) {
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

  /** No further round is begun. */
  public void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /**
   * Has something done on this thread, between two rounds.
   *
   * @return whether it was done within the time
   */
  public boolean call(Runnable work, long seconds) throws InterruptedException {
    if (!thread.isAlive()) {
      work.run();
      return true;
    }
    Task task = new Task(work, new CountDownLatch(1));
    tasks.add(task);
    LockSupport.unpark(thread);
    return task.done.await(seconds, TimeUnit.SECONDS);
  }

  @Override
  public void run() {
    long wakeAt = System.nanoTime() + delayNanos;
    int failed = 0;
    while (true) {
      long rest = wakeAt - System.nanoTime();
      if (rest > 0 && tasks.isEmpty()) {
        LockSupport.parkNanos(rest);
      }
      runTasks();
      if (System.nanoTime() >= wakeAt && !stopped) {
        try {
          wakeAt = System.nanoTime() + work();
        } catch (Throwable failure) {
          failures.report("working in the background", failure);
          wakeAt = System.nanoTime() + 1_000_000_000L;
          if (++failed > MAX_FAILURES) {
            stopped = true;
          }
        }
      }
      if (stopped) {
        wakeAt = System.nanoTime() + 3_600_000_000_000L;
      }
    }
  }

  private long work() throws Exception {
    Rounds known = rounds;
    if (known == null) {
      known = start.start();
      rounds = known;
    }
    return known.round();
  }

  private void runTasks() {
    for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
      try {
        task.work.run();
      } catch (Throwable failure) {
        failures.report("running a command", failure);
      } finally {
        task.done.countDown();
      }
    }
  }
}
