package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.redefine.Turn;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** Says what it is given, but for the first time, when memory is short. */
  private static final class ShortOfMemory extends PrintStream {
    private boolean again;

    ShortOfMemory(OutputStream out) {
      super(out, true);
    }

    @Override
    public void println(String line) {
      if (!again) {
        again = true;
        throw new OutOfMemoryError("for a line");
      }
      super.println(line);
    }
  }

  @Test
  void whereMemoryIsTooShortForAReportItEndsInOrderAndReportsLater() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    AtomicInteger rounds = new AtomicInteger();
    ControllerThread thread =
        new ControllerThread(
            new ThreadGroup("test"),
            () ->
                () -> {
                  rounds.incrementAndGet();
                  throw new OutOfMemoryError("for a round");
                },
            0,
            new Turn(),
            new Failures(new Log(new ShortOfMemory(said), LogLevel.WARN)));
    thread.begin();
    thread.join(60_000);
    List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(2, lines.size(), () -> "said " + lines);
    assertTrue(lines.get(0).endsWith("OutOfMemoryError: for a round"), lines.get(0));
    assertTrue(lines.get(1).contains("no more methods are promoted"), lines.get(1));
    assertEquals(1, rounds.get());
  }
}
