package dev.jpgo.agent;

import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;

/**
 * Has a session report when the JVM ends. The reports are written by a thread of its own, which the
 * end of the JVM does not wait for: a disk that hangs costs the program a bounded time, and a write
 * that is cut off leaves what was there before.
 */
final class ExitHook extends Thread {
  /** How long what is under way may take. */
  static final long TURN_SECONDS = 10;

  /** What writing may take, besides waiting for a lock, before the program ends without it. */
  private static final long WRITE_SECONDS = 20;

  private final ThreadGroup group;
  private final Session session;
  private final Log log;
  private final Failures failures;
  private final long lockMillis;

  /**
   * @param lockMillis how long writing may wait for a lock
   */
  ExitHook(ThreadGroup group, Session session, Log log, Failures failures, long lockMillis) {
    super(group, null, "jpgo-exit", 0, false);
    this.group = group;
    this.session = session;
    this.log = log;
    this.failures = failures;
    this.lockMillis = lockMillis;
    setContextClassLoader(null);
  }

  @Override
  public void run() {
    try {
      report();
    } catch (Throwable e) { // a security manager of the program's, for one, may throw anything
      failures.report("writing at exit", e);
    }
  }

  private void report() throws InterruptedException {
    session.stopRounds();
    Thread writer = new Thread(group, new Reporting(session), "jpgo-reports", 0, false);
    writer.setContextClassLoader(null);
    writer.setDaemon(true);
    writer.start();
    writer.join(1000 * (TURN_SECONDS + WRITE_SECONDS) + lockMillis);
    if (writer.isAlive()) {
      log.warn("writing profile and statistics at exit took too long: they may be missing");
    }
  }

  /** No lambda, whose first use is slow in an interpreter. */
  private static final class Reporting implements Runnable {
    private final Session session;

    Reporting(Session session) {
      this.session = session;
    }

    @Override
    public void run() {
      session.writeAtExit();
    }
  }
}
