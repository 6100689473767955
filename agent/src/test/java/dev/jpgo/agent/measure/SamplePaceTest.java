package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplePaceTest {
  private static final long SECOND = 1_000_000_000;

  private static long after(SamplePace pace, int looks, int fresh) {
    long nanos = 0;
    for (int i = 0; i < looks; i++) {
      nanos = pace.next(fresh);
    }
    return nanos;
  }

  @Test
  void withoutNewsThePauseGrowsToItsLongest() {
    SamplePace pace = SamplePace.ofClasses();
    long before = SamplePace.SHORTEST_NANOS;
    for (long now = pace.next(0); now < 2 * SECOND; now = pace.next(0)) {
      assertTrue(now > before);
      before = now;
    }
    assertEquals(2 * SECOND, after(pace, 100, 0));
    assertEquals(SECOND, after(SamplePace.ofShares(), 100, 0));
  }

  @Test
  void whereClassesCountOneIsNews() {
    SamplePace pace = SamplePace.ofClasses();
    after(pace, 100, 0);
    assertEquals(SamplePace.SHORTEST_NANOS, pace.next(1));
  }

  @Test
  void whereSharesCountOneNowAndThenIsNone() {
    SamplePace pace = SamplePace.ofShares();
    long nanos = 0;
    for (int i = 0; i < 100; i++) {
      nanos = pace.next(i % 4);
    }
    assertEquals(SECOND, nanos);
  }

  @Test
  void anotherPhaseOfTheProgramIsSeenAtOnceAnyhow() {
    for (SamplePace pace : List.of(SamplePace.ofClasses(), SamplePace.ofShares())) {
      after(pace, 100, 0);
      assertEquals(SamplePace.SHORTEST_NANOS, pace.next(20));
    }
  }
}
