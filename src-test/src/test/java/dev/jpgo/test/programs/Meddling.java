package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Does to the agent's threads what a program may do to any thread it finds, while its own work goes
 * on. Argument: {@code nothing}, {@code interrupt}, or {@code stop} where the JDK still stops
 * threads. Prints what it computed; never ends while a thread that was interrupted stays so.
 */
public final class Meddling {
  private static final int ROUNDS = 60;
  private static final int MORE_ROUNDS = 6;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private Meddling() {}

  public static void main(String[] arguments) throws Exception {
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sum = sum * 31 + Leaving.round(round);
      if (round % 10 == 5) {
        meddle(arguments[0]);
      }
    }
    if (arguments[0].equals("interrupt")) {
      letTheAgentGoOn();
    }
    System.out.println(sum);
  }

  /** However little of a processor it has got until now: what was counted is promoted. */
  private static void letTheAgentGoOn() throws InterruptedException {
    for (int round = 0; round < MORE_ROUNDS; round++) {
      Leaving.round(round);
      Jpgo.awaitIdle(LIMIT);
    }
  }

  private static void meddle(String how) throws ReflectiveOperationException {
    if (how.equals("nothing")) {
      return;
    }
    List<Thread> threads = agentThreads();
    for (Thread thread : threads) {
      if (how.equals("interrupt")) {
        thread.interrupt();
      } else {
        Method stop = Thread.class.getMethod("stop");
        stop.invoke(thread);
      }
    }
    // a thread that spins because it is interrupted stays so
    for (Thread thread : threads) {
      while (thread.isAlive() && thread.isInterrupted()) {
        Thread.onSpinWait();
      }
    }
  }

  private static List<Thread> agentThreads() {
    List<Thread> found = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("jpgo-")) {
        found.add(thread);
      }
    }
    return found;
  }
}
