package dev.jpgo.test.targets;

/**
 * Monitors: nested, recursive, left by exceptions, synchronized methods, hand-over between threads.
 */
final class MonitorTarget implements Target {
  private final Object lock = new Object();
  private int count;

  @Override
  public void run(Effects effects, int seed) throws InterruptedException {
    count = 0;
    for (int i = 0; i < 10; i++) {
      effects.add(nested(i + seed));
      effects.add(recursive(i));
      try {
        leaves(i);
      } catch (IllegalStateException e) {
        effects.add(e);
      }
      effects.add(Thread.holdsLock(lock) || Thread.holdsLock(this) ? 1 : 0);
    }
    Thread[] threads = new Thread[3];
    for (int t = 0; t < threads.length; t++) {
      threads[t] = new Thread(this::increments);
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    effects.add(count);
    try {
      lock.notifyAll();
    } catch (IllegalMonitorStateException e) {
      effects.add("not owner");
    }
  }

  private void increments() {
    for (int i = 0; i < 200; i++) {
      increment();
    }
  }

  private synchronized void increment() {
    count++;
  }

  private int nested(int i) {
    synchronized (lock) {
      synchronized (this) {
        synchronized (lock) {
          count += i;
          return count;
        }
      }
    }
  }

  private synchronized int recursive(int depth) {
    return depth == 0 ? 0 : 1 + recursive(depth - 1);
  }

  private void leaves(int i) {
    synchronized (lock) {
      if (i % 2 == 0) {
        throw new IllegalStateException("in monitor " + i);
      }
      count--;
    }
  }
}
