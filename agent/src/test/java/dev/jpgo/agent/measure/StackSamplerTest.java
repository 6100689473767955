package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StackSamplerTest {
  private static final long HOUR = 3_600_000_000_000L;
  private static final String BUSY = BusyThread.Loop.class.getName();

  @Test
  void aSampleIsTakenOnlyWhenItIsDue() throws InterruptedException {
    BusyThread.during(StackSamplerTest::sampleThreeTimes);
  }

  private static void sampleThreeTimes() {
    StackSampler sampler = new StackSampler();
    long now = System.nanoTime();
    sampler.sampleIfDue(now);
    int once = sampler.hits(BUSY);
    assertTrue(once > 0);
    assertTrue(sampler.classes() > 0);
    sampler.sampleIfDue(now);
    assertEquals(once, sampler.hits(BUSY));
    sampler.sampleIfDue(now + HOUR);
    assertEquals(2 * once, sampler.hits(BUSY));
  }
}
