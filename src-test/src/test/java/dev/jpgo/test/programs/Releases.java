package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Lets go of objects, in each way that a method can, and then waits until the collector has them:
 * by storing null, and by returning from what made them. Prints whether it had.
 */
public final class Releases {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "releases.agent";

  private static final int CALLS = 300;
  private static final int ROUNDS = 5;

  private static final ArrayDeque<byte[]> tasks = new ArrayDeque<>();
  private static WeakReference<byte[]> last = new WeakReference<>(null);

  private Releases() {}

  private static int sum(byte[] task) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += task[i] + i;
    }
    return sum;
  }

  private static void await(String what) {
    for (int i = 0; i < 50 && last.get() != null; i++) {
      System.gc();
    }
    System.out.println(what + (last.get() == null ? ": collected" : ": held"));
  }

  private static byte[] make(int length) {
    byte[] made = new byte[length];
    last = new WeakReference<>(made);
    return made;
  }

  /** A worker that has no more tasks. */
  static int worked(boolean waits) {
    int sum = 0;
    byte[] task;
    while ((task = tasks.poll()) != null) {
      byte[] mine = task;
      for (int i = 0; i < 3; i++) {
        sum += sum(mine);
      }
      task = null;
      mine = null;
    }
    if (waits) {
      await("worker");
    }
    return sum;
  }

  /** What is handled in a method of its own. */
  static int handled(boolean waits, int length) {
    int sum = handle(length);
    if (waits) {
      await("handler");
    }
    return sum;
  }

  private static int handle(int length) {
    byte[] request = make(length);
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += request[i] + i;
      request[i] = (byte) sum;
    }
    return sum + request.length;
  }

  /** What is stored null over. */
  static int nulled(boolean waits, int length) {
    byte[] request = make(length);
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += sum(request);
    }
    request = null;
    if (waits) {
      await("null");
    }
    return sum;
  }

  public static void main(String[] arguments) throws InterruptedException {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < ROUNDS && Boolean.getBoolean(AGENT); round++) {
      for (int i = 0; i < CALLS; i++) {
        call(false);
      }
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    System.out.println(call(true));
  }

  private static int call(boolean waits) {
    tasks.add(make(20));
    tasks.add(make(20));
    return worked(waits) + handled(waits, 10) + nulled(waits, 10);
  }
}
