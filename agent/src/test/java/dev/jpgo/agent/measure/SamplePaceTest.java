package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SamplePaceTest {
  private final SamplePace pace = new SamplePace();

  @Test
  void aProgramThatBeginsIsLookedAtAsOftenAsThereAreNews() {
    for (int i = 0; i < 20; i++) {
      assertEquals(SamplePace.SHORTEST_NANOS, pace.next(true));
    }
  }

  @Test
  void withoutNewsThePauseGrowsToItsLongest() {
    long before = 0;
    for (int i = 0; i < 60; i++) {
      long now = pace.next(false);
      assertTrue(now > before || now == SamplePace.LONGEST_NANOS);
      before = now;
    }
    assertEquals(SamplePace.LONGEST_NANOS, before);
  }

  @Test
  void oneNewClassAmongManySamplesDoesNotBringTheShortestPauseBack() {
    long longest = 0;
    for (int i = 0; i < 600; i++) {
      longest = Math.max(longest, pace.next(i % 16 == 0));
    }
    assertEquals(SamplePace.LONGEST_NANOS, longest);
  }

  @Test
  void anotherPhaseOfTheProgramIsSeenSoon() {
    for (int i = 0; i < 100; i++) {
      pace.next(false);
    }
    long nanos = 0;
    int samples = 0;
    while (pace.next(true) > SamplePace.SHORTEST_NANOS) {
      nanos += pace.next(true);
      samples++;
    }
    assertTrue(samples <= 5 && nanos < 2 * SamplePace.LONGEST_NANOS, samples + ", " + nanos);
  }
}
