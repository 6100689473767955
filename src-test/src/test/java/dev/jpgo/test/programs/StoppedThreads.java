package dev.jpgo.test.programs;

import java.lang.reflect.Method;

/** Stops threads that look at traces (JDK 17 to 19), and says how many went on. */
public final class StoppedThreads {
  private static final int THREADS = 40;
  private static final int DEPTH = 12;
  private static volatile int seen;

  private StoppedThreads() {}

  /** Stops one thread after the other. */
  public static void main(String[] arguments) throws Exception {
    warmUp();
    Method stop = Thread.class.getMethod("stop"); // no compiler lets it be called any more
    int survived = 0;
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(StoppedThreads::lookForEver);
      thread.setDaemon(true);
      thread.start();
      int before = seen;
      while (seen == before) {
        Thread.onSpinWait();
      }
      Thread.sleep(i % 5);
      stop.invoke(thread);
      thread.join(3000);
      survived += thread.isAlive() ? 1 : 0;
    }
    System.out.println("survived " + survived);
  }

  /** Until some of this is optimized, so that traces are repaired. */
  private static void warmUp() {
    long end = System.nanoTime() + 2_000_000_000L;
    while (System.nanoTime() < end) {
      look(DEPTH);
    }
  }

  private static void lookForEver() {
    while (true) {
      seen = look(DEPTH);
    }
  }

  private static int look(int depth) {
    return depth == 0 ? seen + new Throwable().getStackTrace().length : look(depth - 1);
  }
}
