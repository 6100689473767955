package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.redefine.Turn;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When the controller's thread works, and when it rests. */
class ControllerThreadTest {
  private static final long WORK = TimeUnit.MILLISECONDS.toNanos(60);
  private static final long REST = TimeUnit.MILLISECONDS.toNanos(30);

  @Test
  void aRestBeginsWhenTheWorkHasEnded() throws Exception {
    List<Long> begun = new CopyOnWriteArrayList<>();
    List<Long> ended = new CopyOnWriteArrayList<>();
    CountDownLatch rounds = new CountDownLatch(3);
    ControllerThread.Rounds work =
        () -> {
          begun.add(System.nanoTime());
          while (System.nanoTime() - begun.get(begun.size() - 1) < WORK) {
            Thread.onSpinWait();
          }
          ended.add(System.nanoTime());
          rounds.countDown();
          return REST;
        };
    ControllerThread thread =
        new ControllerThread(
            new ThreadGroup("test"),
            () -> work,
            0,
            new Turn(),
            new Failures(new Log(System.err, LogLevel.ERROR)));
    thread.begin();
    assertTrue(rounds.await(60, TimeUnit.SECONDS));
    thread.stop();
    thread.join(60_000);
    for (int i = 1; i < begun.size(); i++) {
      long rested = begun.get(i) - ended.get(i - 1);
      assertTrue(rested >= REST, () -> "rested for " + rested + " ns");
    }
  }
}
