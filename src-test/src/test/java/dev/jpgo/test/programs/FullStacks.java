package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;

/**
 * Recurses with locks until the stack is full, over and over, with different lengths of stack in
 * use before. An interpreter may find that it is full right after it has locked, and a trace has no
 * more elements than the VM gives one.
 */
public final class FullStacks {
  private static final int ROUNDS = 120;
  private static final int COUNTED = 20;
  private static final int PADDINGS = 13;
  private static final int STACK = 200_000;
  private static final int MOST_ELEMENTS = 1024; // HotSpot's MaxJavaStackTraceDepth
  private static final Object LOCK = new Object();

  private static int steps;
  private static int full;
  private static int others;

  private FullStacks() {}

  private static void recurse(int depth) {
    synchronized (LOCK) {
      if (depth != 0) {
        recurse(depth - 1);
      }
      steps++;
    }
  }

  private static synchronized void recurseSynchronized(int depth) {
    if (depth != 0) {
      between(depth - 1);
    }
    steps++;
  }

  private static void between(int depth) {
    recurseSynchronized(depth);
  }

  private static void fill(int padding, boolean method) {
    if (padding != 0) {
      fill(padding - 1, method);
      return;
    }
    try {
      if (method) {
        recurseSynchronized(-1);
      } else {
        recurse(-1);
      }
    } catch (StackOverflowError expected) {
      full++;
      if (expected.getStackTrace().length > MOST_ELEMENTS) {
        others++;
      }
    } catch (Error | RuntimeException unexpected) {
      others++;
    }
  }

  private static void fillAll(boolean method) {
    for (int padding = 0; padding < PADDINGS; padding++) {
      fill(padding, method);
    }
  }

  /** No arguments. Prints how often the stack was full, and what else was thrown, at the end. */
  public static void main(String[] arguments) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      if (round == ROUNDS - COUNTED) {
        full = 0;
        others = 0;
      }
      for (int i = 0; i < 100; i++) {
        recurse(9);
        recurseSynchronized(9);
      }
      boolean method = round % 2 == 1;
      Thread thread = new Thread(null, () -> fillAll(method), "filling", STACK);
      thread.start();
      thread.join();
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    System.out.println(full + " full, " + others + " others, held " + Thread.holdsLock(LOCK));
  }
}
