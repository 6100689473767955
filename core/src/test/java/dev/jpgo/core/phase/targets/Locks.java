package dev.jpgo.core.phase.targets;

import java.util.List;

/** Synchronized methods, and what can be seen of their locks. */
public final class Locks {
  private static final int ROUNDS = 20_000;
  private static long common;
  private static Locks last = new Locks();

  private final Object mutex = new Object();
  private long total;
  private long inRegion;
  private int asked;

  private synchronized boolean holds() {
    return Thread.holdsLock(this);
  }

  private static synchronized boolean holdsClass() {
    return Thread.holdsLock(Locks.class);
  }

  private synchronized int divide(int by) {
    asked++;
    if (by < 0) {
      return Thread.holdsLock(this) ? 1 : 2;
    }
    return 100 / by;
  }

  private synchronized void add(long more) {
    total += more;
  }

  private static synchronized void addCommon(long more) {
    common += more;
  }

  private void addInRegion(long more) {
    synchronized (mutex) {
      inRegion += more;
    }
  }

  private synchronized void addTwice(long more) {
    add(more);
    add(more);
  }

  private synchronized boolean isAbove(long limit) {
    return total > limit;
  }

  public static String seen(Locks locks) {
    boolean inside = locks.holds();
    boolean insideClass = holdsClass();
    return inside + " " + Thread.holdsLock(locks) + " " + insideClass + " " + holdsOwn();
  }

  private static boolean holdsOwn() {
    return Thread.holdsLock(Locks.class);
  }

  public static String thrown(Locks locks, int by) {
    String result;
    try {
      result = "" + locks.divide(by);
    } catch (ArithmeticException e) {
      result = e.getMessage() + Thread.holdsLock(locks);
    }
    return result + Thread.holdsLock(locks) + locks.asked;
  }

  /** Locks what is locked: by this method, and by a region. */
  public synchronized String nested(int by) {
    add(1);
    String text = Thread.holdsLock(this) + " ";
    try {
      text += divide(by);
    } catch (ArithmeticException e) {
      text += e.getMessage();
    }
    return text + Thread.holdsLock(this) + isAbove(0);
  }

  public static String region(Locks locks) {
    synchronized (locks) {
      locks.addTwice(2);
      if (!Thread.holdsLock(locks)) {
        return "lost";
      }
    }
    locks.addTwice(3);
    return Thread.holdsLock(locks) + " " + locks.total;
  }

  /** Locks others where it has locked. */
  public static synchronized long crossed(Locks locks, Locks other) {
    synchronized (locks) {
      other.add(1);
      addCommon(2);
      other.addInRegion(3);
      return locks.isAbove(1) ? 1 : 2;
    }
  }

  public static void work(Locks locks) {
    for (int i = 0; i < ROUNDS; i++) {
      locks.add(1);
      addCommon(2);
      locks.addInRegion(3);
    }
  }

  /** Locks an object that no other thread has. */
  public static long own(int by) {
    Locks locks = new Locks();
    locks.add(by);
    locks.addInRegion(2);
    locks.addTwice(3);
    return locks.isAbove(7) ? locks.total : locks.inRegion;
  }

  /** More than is inlined, were it not for its locks. */
  private long spread(long by) {
    add(by * 3 + 1);
    long sum = total * 31 + inRegion * 17 + asked * 7L + (by ^ total) * 5;
    inRegion += sum % 1001 + (sum >>> 7) % 13;
    add(sum % 77 + inRegion % 19 - asked * 2L);
    add((total >>> 5) % 41 + (inRegion & 15) + asked);
    return total + inRegion * 3 + asked;
  }

  public static long spreadOwn(int by) {
    Locks locks = new Locks();
    long sum = locks.spread(by);
    return sum * 31 + locks.spread(by + 1);
  }

  public static long spreadGiven(Locks locks, int by) {
    return locks.spread(by);
  }

  public static long spreadKept(int by) {
    Locks locks = new Locks();
    long sum = locks.spread(by);
    last = locks;
    return sum;
  }

  public static String runSpread() {
    return spreadOwn(3) + " " + spreadGiven(new Locks(), 5) + " " + spreadKept(7) + last.total;
  }

  /** One object or another, and never none. */
  public static long either(int by) {
    Locks locks = new Locks();
    for (int i = 0; i < by; i++) {
      if (i == 3) {
        locks = new Locks();
      }
      locks.add(i);
    }
    return locks.total;
  }

  public static String runOwn() {
    return own(1) + " " + own(5) + " " + either(2) + " " + either(7);
  }

  public static String runSeen() {
    return seen(new Locks());
  }

  public static String runThrown() {
    Locks locks = new Locks();
    return thrown(locks, 7) + thrown(locks, 0) + thrown(locks, -1);
  }

  public static String runNull() {
    return thrown(null, 1);
  }

  public static String runNested() {
    Locks locks = new Locks();
    return locks.nested(0)
        + locks.nested(3)
        + locks.nested(-2)
        + Thread.holdsLock(locks)
        + region(locks);
  }

  /** Four threads that would lose counts without the locks. */
  public static String runThreads() throws InterruptedException {
    common = 0;
    Locks locks = new Locks();
    List<Thread> threads =
        List.of(
            new Thread(() -> work(locks)),
            new Thread(() -> work(locks)),
            new Thread(() -> work(locks)),
            new Thread(() -> work(locks)));
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return locks.total + " " + common + " " + locks.inRegion;
  }
}
