package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StackSamplerTest {
  private static final long HOUR = 3_600_000_000_000L;
  private static final String BUSY = BusyThread.Loop.class.getName().replace('.', '/');

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

  @Test
  void samplesThatAreTakenSeldomAreHalfASecondApart() throws InterruptedException {
    BusyThread.during(
        () -> {
          StackSampler sampler = new StackSampler();
          sampler.sampleSeldom(System.nanoTime());
          int once = sampler.hits(BUSY);
          assertTrue(once > 0);
          sampler.sampleSeldom(System.nanoTime() + 450_000_000);
          assertEquals(once, sampler.hits(BUSY));
          sampler.sampleSeldom(System.nanoTime() + HOUR);
          assertEquals(2 * once, sampler.hits(BUSY));
        });
  }

  @Test
  void whatRunsCountsMoreThanWhatCalledIt() {
    StackSampler sampler = new StackSampler();
    sampler.count(Stacks.of("com.acme.Leaf", "Caller", "Above", "Above", "Program"));
    assertTrue(sampler.hits("com/acme/Leaf") > sampler.hits("Caller"));
    assertTrue(sampler.hits("Caller") > sampler.hits("Program"));
    assertTrue(sampler.hits("Program") > 0);
    assertEquals(0, sampler.hits("Other"));
  }

  @Test
  void aClassThatCallsItselfCountsOnce() {
    StackSampler once = new StackSampler();
    once.count(Stacks.of("Leaf", "Recursive", "Program"));
    StackSampler often = new StackSampler();
    often.count(Stacks.of("Leaf", "Recursive", "Recursive", "Recursive", "Program"));
    assertEquals(once.hits("Recursive"), often.hits("Recursive"));
  }

  @Test
  void whatIsSeenNoMoreCountsLessAndLessButWasSeen() {
    StackSampler sampler = new StackSampler();
    sampler.count(Stacks.of("Early"));
    int then = sampler.hits("Early");
    for (int i = 0; i < 32; i++) {
      sampler.sample();
    }
    assertTrue(sampler.hits("Early") < then);
    for (int i = 0; i < 320; i++) {
      sampler.sample();
    }
    assertEquals(1, sampler.hits("Early"));
  }

  @Test
  void whatIsBelowNativeCodeIsWaitedIn() {
    StackSampler sampler = new StackSampler();
    StackTraceElement reads = new StackTraceElement("java.io.Reads", "read", "Reads.java", 3);
    StackTraceElement waits = new StackTraceElement("java.io.Waits", "poll", "Waits.java", -2);
    sampler.noteWaiting(new StackTraceElement[0]);
    sampler.noteWaiting(new StackTraceElement[] {reads, waits});
    assertFalse(sampler.isWaitedIn("java/io/Reads"));
    sampler.noteWaiting(new StackTraceElement[] {waits, reads});
    assertTrue(sampler.isWaitedIn("java/io/Reads"));
    assertTrue(sampler.isWaitedIn("java/io/Waits"));
  }
}
