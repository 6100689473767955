package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CounterRoundsTest {
  private static final long PLENTY = 2_000_000_000L;
  private static final long LITTLE = 200_000_000L;

  private final CounterRounds rounds = new CounterRounds(() -> this.now);
  private long now;
  private int times;

  /** A round in which other work takes so long, and counters, if it is their turn, 10. */
  private boolean round(long other, long left, boolean unfinished, boolean awaited) {
    long began = now;
    now += other;
    return rounds.round(
        began,
        left,
        unfinished,
        awaited,
        () -> {
          now += 10;
          times++;
          return true;
        });
  }

  @Test
  void withTimeLeftCountersNeverWait() {
    for (int i = 0; i < 10; i++) {
      assertTrue(round(0, PLENTY, true, true));
    }
    assertEquals(10, times);
  }

  @Test
  void whatIsBegunIsFinishedFirst() {
    assertFalse(round(100, LITTLE, true, false));
    assertTrue(round(100, LITTLE, false, false));
    assertEquals(1, times);
  }

  @Test
  void whileHotMethodsWaitCountersGetAThird() {
    long start = now;
    for (int i = 0; i < 300; i++) {
      round(5, LITTLE, false, true);
    }
    assertEquals((now - start) / 3.0, times * 10, 10);
  }

  @Test
  void whatWasDoneWhileNoneWaitedIsForgotten() {
    for (int i = 0; i < 1000; i++) {
      round(0, LITTLE, false, false);
    }
    times = 0;
    for (int i = 0; i < 12; i++) {
      round(5, LITTLE, false, true);
    }
    assertEquals(3, times, 1);
  }

  @Test
  void withNoneWaitingTheyGetTheRest() {
    for (int i = 0; i < 10; i++) {
      round(1, LITTLE, false, false);
    }
    assertEquals(10, times);
  }
}
