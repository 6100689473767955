package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
  private static final long SECOND = 1_000_000_000;
  private static final int AT_ONCE = 3;

  private final Pace pace = new Pace();

  /** How many versions there may be, one a second from then on, within so many seconds. */
  private int versions(long from, int seconds) {
    int before = pace.versions();
    for (int i = 0; i < seconds; i++) {
      long now = from + i * SECOND;
      if (pace.allows(AT_ONCE, now)) {
        pace.count(now);
      }
    }
    return pace.versions() - before;
  }

  /** {@link System#nanoTime} may be anything, and pass from the largest number to the smallest. */
  @ParameterizedTest
  @ValueSource(longs = {0, -500 * SECOND, Long.MAX_VALUE - 100 * SECOND, Long.MIN_VALUE})
  void thereAreSoManyVersionsAtOnceAndOneMoreEveryTenSeconds(long start) {
    assertEquals(AT_ONCE, versions(start, 9));
    assertEquals(0, versions(start + 9 * SECOND, 1));
    assertEquals(60, versions(start + 10 * SECOND, 600));
  }

  @Test
  void whatWasNotUsedForLongIsThereAtOnceButNoMore() {
    assertEquals(AT_ONCE, versions(0, 5));
    assertEquals(2, versions(24 * SECOND, 5));
    assertEquals(AT_ONCE, versions(100_000 * SECOND, 5));
  }

  @Test
  void oneIsOneAtATime() {
    assertTrue(pace.allows(1, 0));
    pace.count(0);
    assertFalse(pace.allows(1, 9 * SECOND));
    assertTrue(pace.allows(1, 10 * SECOND));
  }
}
