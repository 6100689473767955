package dev.jpgo.jmh.experiment.subject;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Enters and leaves a monitor {@code arguments[1]} times on one thread, in the way that {@code
 * arguments[0]} names, and prints nanoseconds for each time in the last half, of wall and of
 * processor time, seconds in all, and a checksum.
 */
public final class LockSubject {
  private static final int WINDOWS = 40;
  private static final int BLOCK = 1000;

  private final Object lock = new Object();
  private volatile boolean running = true;
  private int entered;

  private LockSubject() {}

  /** Ways to lock. */
  public enum Scenario {
    /** The loop without a monitor: what the others are to be compared with. */
    NONE,
    /** A block around one addition. */
    THIN,
    /** A synchronized method. */
    METHOD,
    /** A block in a block on the same object: two entries. */
    NESTED,
    /** Two blocks on the same object, one after the other: two entries. */
    ADJACENT,
    /** A block on an object that nobody else can see. */
    LOCAL,
    /** A block on an object that another thread waits for, so that its monitor is inflated. */
    INFLATED,
    /** A block that another thread enters and leaves all the time. */
    CONTENDED
  }

  public static void main(String[] arguments) throws InterruptedException {
    Scenario scenario = Scenario.valueOf(arguments[0]);
    long count = Long.parseLong(arguments[1]);
    LockSubject subject = new LockSubject();
    Thread other = subject.other(scenario);
    subject.measure(scenario, count);
    subject.running = false;
    synchronized (subject.lock) {
      subject.lock.notifyAll();
    }
    other.join();
  }

  private void measure(Scenario scenario, long count) {
    long blocks = Math.max(1, count / WINDOWS / BLOCK);
    double[] nanos = new double[WINDOWS];
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long halfCpu = 0;
    long begin = System.nanoTime();
    long sum = 0;
    for (int window = 0; window < WINDOWS; window++) {
      if (window == WINDOWS / 2) {
        halfCpu = threads.getCurrentThreadCpuTime();
      }
      long start = System.nanoTime();
      for (long block = 0; block < blocks; block++) {
        sum += block(scenario);
      }
      nanos[window] = (System.nanoTime() - start) / (double) (blocks * BLOCK);
    }
    long cpu = threads.getCurrentThreadCpuTime() - halfCpu;
    double[] last = Arrays.copyOfRange(nanos, WINDOWS / 2, WINDOWS);
    Arrays.sort(last);
    System.out.println("ns " + last[last.length / 2]);
    System.out.println("cpu " + cpu / (double) (blocks * BLOCK * (WINDOWS - WINDOWS / 2)));
    System.out.println("seconds " + (System.nanoTime() - begin) / 1e9);
    System.out.println("checksum " + sum);
  }

  /** Enters {@value #BLOCK} times. */
  private int block(Scenario scenario) {
    entered = 0;
    switch (scenario) {
      case NONE -> none();
      case METHOD -> methods();
      case NESTED -> nested();
      case ADJACENT -> adjacent();
      case LOCAL -> local();
      case THIN, INFLATED, CONTENDED -> blocks();
    }
    return entered;
  }

  private void none() {
    for (int i = 0; i < BLOCK; i++) {
      entered += i;
    }
  }

  private void blocks() {
    for (int i = 0; i < BLOCK; i++) {
      synchronized (lock) {
        entered += i;
      }
    }
  }

  private void methods() {
    for (int i = 0; i < BLOCK; i++) {
      enter(i);
    }
  }

  private synchronized void enter(int i) {
    entered += i;
  }

  private void nested() {
    for (int i = 0; i < BLOCK; i += 2) {
      synchronized (lock) {
        entered += i;
        synchronized (lock) {
          entered += i + 1;
        }
      }
    }
  }

  private void adjacent() {
    for (int i = 0; i < BLOCK; i += 2) {
      synchronized (lock) {
        entered += i;
      }
      synchronized (lock) {
        entered += i + 1;
      }
    }
  }

  private void local() {
    Object mine = new Object();
    for (int i = 0; i < BLOCK; i++) {
      synchronized (mine) {
        entered += i;
      }
    }
  }

  /** The thread that waits for, or fights for, the lock; has done what it must when returned. */
  private Thread other(Scenario scenario) throws InterruptedException {
    Runnable work =
        switch (scenario) {
          case INFLATED -> this::hold;
          case CONTENDED -> this::fight;
          default -> () -> {};
        };
    Thread thread = new Thread(work, "other");
    thread.setDaemon(true);
    thread.start();
    if (scenario == Scenario.INFLATED) {
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    return thread;
  }

  private void hold() {
    synchronized (lock) {
      while (running) {
        try {
          lock.wait();
        } catch (InterruptedException ended) {
          return;
        }
      }
    }
  }

  private void fight() {
    long times = 0;
    while (running) {
      synchronized (lock) {
        times++;
      }
    }
    System.out.println("other " + times);
  }
}
