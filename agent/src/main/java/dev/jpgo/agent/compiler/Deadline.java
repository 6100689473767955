package dev.jpgo.agent.compiler;

import java.util.concurrent.locks.LockSupport;

/** Does something about what takes longer than anything should. Any thread may begin and end. */
final class Deadline implements Runnable {
  private static final long LOOK_NANOS = 1_000_000_000;
  private static final long NEVER = 0;

  private final long nanos;
  private final Runnable late;
  private volatile long began = NEVER;
  private volatile boolean stopped;

  private Deadline(long nanos, Runnable late) {
    this.nanos = nanos;
    this.late = late;
  }

  /**
   * Starts a thread that looks after it.
   *
   * @param nanos what is too long
   * @param late what is done then, in that thread
   */
  static Deadline start(long nanos, Runnable late) {
    Deadline deadline = new Deadline(nanos, late);
    Thread thread = new Thread(deadline, "jpgo-deadline");
    thread.setDaemon(true);
    thread.start();
    return deadline;
  }

  /** Something begins that is to end in time. */
  void begin() {
    long now = System.nanoTime();
    began = now == NEVER ? 1 : now;
  }

  /** It has ended. */
  void end() {
    began = NEVER;
  }

  /** There will be nothing more. */
  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    while (!stopped) {
      LockSupport.parkNanos(LOOK_NANOS);
      long since = began;
      if (since != NEVER && System.nanoTime() - since > nanos) {
        end();
        late.run();
      }
    }
  }
}
