package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StackSamplerTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final StackSampler sampler = new StackSampler();
  private final Busy busy = new Busy();
  private final Thread thread = new Thread(busy);

  /** At work while its test looks. */
  private static final class Busy implements Runnable {
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean done;

    @Override
    public void run() {
      begun.countDown();
      while (!done) {
        Thread.onSpinWait();
      }
    }
  }

  @BeforeEach
  void begin() throws InterruptedException {
    thread.start();
    busy.begun.await();
  }

  @AfterEach
  void end() throws InterruptedException {
    busy.done = true;
    thread.join();
  }

  @Test
  void aSampleIsTakenOnlyWhenItIsDue() {
    long now = System.nanoTime();
    sampler.sampleIfDue(now);
    int once = sampler.hits(Busy.class.getName());
    assertTrue(once > 0);
    assertTrue(sampler.classes() > 0);
    sampler.sampleIfDue(now);
    assertEquals(once, sampler.hits(Busy.class.getName()));
    sampler.sampleIfDue(now + HOUR);
    assertEquals(2 * once, sampler.hits(Busy.class.getName()));
  }
}
