package dev.jpgo.test.programs;

/**
 * A thread that calls something in a loop until another one says that it is enough, for which the
 * VM stops all threads first.
 */
public final class HandedOver {
  private static volatile boolean asked;
  private static volatile boolean said;
  private static volatile boolean ended;
  private static long ticks;

  private HandedOver() {}

  private static void tick() {
    ticks++;
  }

  /** Waits for what may never come. */
  private static void await() {
    while (!said) {
      tick();
    }
  }

  /** Comes to an end by itself, after minutes. */
  private static int count() {
    int i = 0;
    while (i < Integer.MAX_VALUE) {
      tick();
      i++;
      if (said) {
        break;
      }
    }
    return i;
  }

  /** Waits in a loop around another one, which is what it is found in. */
  private static void around() {
    while (!said) {
      for (int i = 0; i < 1000; i++) {
        tick();
      }
    }
  }

  private static void answer() {
    try {
      while (!ended) {
        Thread.sleep(asked ? 5 : 1);
        if (asked) {
          asked = false;
          System.gc();
          said = true;
        }
      }
    } catch (InterruptedException e) {
      System.out.println("interrupted");
    }
  }

  private static void ask() {
    said = false;
    asked = true;
  }

  public static void main(String[] arguments) {
    new Thread(HandedOver::answer).start();
    long end = System.nanoTime() + Long.parseLong(arguments[1]) * 1_000_000;
    if (arguments[0].equals("await")) {
      while (System.nanoTime() < end) {
        ask();
        await();
      }
    } else {
      new Thread(() -> askAt(end)).start();
      if (arguments[0].equals("around")) {
        around();
      } else {
        count();
      }
    }
    ended = true;
    System.out.println("ended " + (ticks > 0));
  }

  private static void askAt(long time) {
    while (System.nanoTime() < time) {
      Thread.onSpinWait();
    }
    ask();
  }
}
