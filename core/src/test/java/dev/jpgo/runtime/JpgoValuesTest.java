package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JpgoValuesTest {
  private static final int SITE = 3_000_000;

  @BeforeEach
  void usable() {
    JpgoValues.allocate(SITE, 1);
    JpgoValues.clear(SITE);
  }

  @Test
  void numbersOfEverySignAreToldApart() {
    int[] numbers = {0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, -1, 0};
    for (int number : numbers) {
      JpgoValues.record(number, SITE);
    }
    assertEquals(
        Map.of(0, 3L, -1, 2L, 1, 1L, Integer.MIN_VALUE, 1L, Integer.MAX_VALUE, 1L), counts());
    assertFalse(JpgoValues.read(SITE).isTaken(5));
  }

  @Test
  void whatFindsNoSlotIsCountedAllTheSame() {
    for (int i = 0; i < JpgoValueSite.SLOTS + 5; i++) {
      JpgoValues.record(i, SITE);
    }
    assertEquals(JpgoValueSite.SLOTS, counts().size());
    assertEquals(5, JpgoValues.read(SITE).overflow());
  }

  @Test
  void countsAreExactUpToTheThreshold() {
    for (int i = 0; i < JpgoSampling.EXACT; i++) {
      JpgoValues.record(7, SITE);
    }
    assertEquals(Map.of(7, (long) JpgoSampling.EXACT), counts());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16, 24, 30, 32, 39})
  void samplesKeepTheShares(int period) {
    int calls = 400_000;
    for (int i = 0; i < calls; i++) {
      JpgoValues.record(i % period == 0 ? 9 : 8, SITE);
    }
    Map<Integer, Long> counts = counts();
    long total = counts.get(8) + counts.get(9);
    assertEquals(calls, total, 40);
    assertEquals(1.0 / period, counts.get(9) / (double) calls, 0.02);
  }

  @Test
  void aSiteThatIsNotAllocatedRecordsNothing() {
    JpgoValues.record(1, JpgoTypes.LIMIT - 1);
    assertNull(JpgoValues.read(JpgoTypes.LIMIT - 1));
  }

  @Test
  void aRangeIsUsableFromItsFirstSiteToItsLast() {
    JpgoValues.allocate(SITE + 1000, 2000);
    for (int site : new int[] {SITE + 1000, SITE + 2000, SITE + 2999}) {
      JpgoValues.clear(site);
      JpgoValues.record(4, site);
      assertEquals(1, JpgoValues.read(site).count(0));
    }
  }

  @Test
  void threadsThatRaceDoNotInventNumbers() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        tasks.add(
            () -> {
              for (int i = 0; i < 4000; i++) {
                JpgoValues.record(-1 - i % 4, SITE);
              }
              return null;
            });
      }
      threads.invokeAll(tasks);
    } finally {
      threads.shutdown();
    }
    assertTrue(List.of(-1, -2, -3, -4).containsAll(counts().keySet()), counts()::toString);
    assertFalse(counts().isEmpty());
  }

  private static Map<Integer, Long> counts() {
    Map<Integer, Long> counts = new TreeMap<>();
    JpgoValueSite site = JpgoValues.read(SITE);
    for (int slot = 0; slot < JpgoValueSite.SLOTS; slot++) {
      if (site.isTaken(slot)) {
        counts.merge(site.value(slot), site.count(slot), Long::sum);
      }
    }
    return counts;
  }
}
