package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JpgoTrialTest {
  private static final int NUMBER = JpgoTrials.LIMIT - 300;

  private final JpgoTrial trial = new JpgoTrial();

  @AfterEach
  void forget() {
    JpgoTrials.put(NUMBER, null);
  }

  private static void work(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  private static boolean isOptimized(int token) {
    return (token & JpgoTrial.OPTIMIZED) != 0;
  }

  /** One call; answers whether it was the optimized way. */
  private static boolean call(long originalNanos, long optimizedNanos) {
    int token = JpgoTrials.begin(NUMBER);
    work(isOptimized(token) ? optimizedNanos : originalNanos);
    JpgoTrials.end(token, NUMBER);
    return isOptimized(token);
  }

  private int below(float bound) {
    int count = 0;
    for (int i = 0; i < trial.windows(); i++) {
      count += trial.ratio(i) < bound ? 1 : 0;
    }
    return count;
  }

  @Test
  void ratiosAreOfTheMeansOfCallsThatTookEachWay() {
    JpgoTrials.put(NUMBER, trial);
    int optimized = 0;
    for (int i = 0; i < 1500; i++) {
      optimized += call(60_000, 20_000) ? 1 : 0;
    }
    assertTrue(500 < optimized && optimized < 1000, "by chance: " + optimized);
    assertTrue(trial.windows() >= 20, "windows: " + trial.windows());
    assertTrue(below(0.7f) > trial.windows() * 0.8, "faster in " + below(0.7f));
    assertTrue(below(0.1f) < trial.windows() * 0.2, "far too fast in " + below(0.1f));
  }

  @Test
  void theFirstCallsDoNotCount() {
    JpgoTrials.put(NUMBER, trial);
    for (int i = 0; i < JpgoTrial.WARM_UP; i++) {
      call(5_000, 5_000);
    }
    assertEquals(0, trial.windows());
  }

  @Test
  void whatIsCalledMeanwhileGoesTheSameWayAndIsNotTimed() {
    JpgoTrials.put(NUMBER, trial);
    Set<Boolean> ways = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      int outer = JpgoTrials.begin(NUMBER);
      for (int j = 0; j < 3; j++) {
        int inner = JpgoTrials.begin(NUMBER);
        assertEquals(isOptimized(outer), isOptimized(inner));
        JpgoTrials.end(inner, NUMBER);
      }
      work(3_000);
      JpgoTrials.end(outer, NUMBER);
      ways.add(isOptimized(outer));
      assertEquals(i + 1, trial.calls());
    }
    assertEquals(Set.of(true, false), ways);
  }

  @Test
  void aCallThatThrewIsGivenUpAndOthersAreTimedAgain() {
    JpgoTrials.put(NUMBER, trial);
    int thrown = JpgoTrials.begin(NUMBER);
    call(3_000, 3_000);
    assertEquals(0, trial.calls(), "it is taken to go on");
    trial.giveUp(trial.get());
    call(3_000, 3_000);
    assertEquals(1, trial.calls());
    JpgoTrials.end(thrown, NUMBER);
    assertEquals(1, trial.calls(), "its end comes too late");
  }

  @Test
  void shortCallsAreTimedNowAndThen() {
    JpgoTrials.put(NUMBER, trial);
    for (int i = 0; i < 3200; i++) {
      int token = JpgoTrials.begin(NUMBER);
      JpgoTrials.end(token, NUMBER);
    }
    assertTrue(trial.calls() < 1000, "timed: " + trial.calls());
    assertTrue(trial.calls() >= 200, "timed: " + trial.calls());
  }

  @Test
  void whatIsDecidedIsNotTimedAnyMoreEvenIfACallWasUnderWay() {
    JpgoTrials.put(NUMBER, trial);
    int before = JpgoTrials.begin(NUMBER);
    trial.decide();
    JpgoTrials.end(before, NUMBER);
    for (int i = 0; i < 100; i++) {
      assertTrue(call(1_000, 1_000));
    }
    assertEquals(0, trial.calls());
  }

  @Test
  void withoutATrialTheOriginalRuns() {
    int token = JpgoTrials.begin(NUMBER);
    assertEquals(0, token);
    JpgoTrials.end(token, NUMBER);
    assertEquals(0, trial.calls());
  }
}
