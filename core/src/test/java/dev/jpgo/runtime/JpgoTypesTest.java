package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.instrument.ProfileBuilder;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JpgoTypesTest {
  private static final int SITE = 50_000;

  @BeforeEach
  void freshSite() {
    JpgoTypes.allocate(SITE + 1);
    JpgoTypes.clear(SITE);
  }

  @Test
  void aSiteThatNeverRanHasNoRecord() {
    assertNull(JpgoTypes.read(SITE));
    JpgoTypes.record(null, SITE);
    assertNull(JpgoTypes.read(SITE));
  }

  @Test
  void receiversAreCountedByClass() {
    for (int i = 0; i < 30; i++) {
      JpgoTypes.record(i % 3 == 0 ? "text" : Integer.valueOf(i), SITE);
      JpgoTypes.record(null, SITE);
    }
    TypeHistogram histogram = ProfileBuilder.histogram(JpgoTypes.read(SITE));
    assertEquals(30, histogram.total());
    assertTrue(histogram.complete());
    assertEquals(
        List.of(
            new TypeHistogram.Entry("java/lang/Integer", 20),
            new TypeHistogram.Entry("java/lang/String", 10)),
        histogram.entries());
  }

  @Test
  void classesBeyondTheSlotsAreMissingMassNotInvented() {
    Object[] receivers = {1, 1L, 1f, 1d, 'c', (byte) 1, (short) 1, true, "s"};
    for (Object receiver : receivers) {
      JpgoTypes.record(receiver, SITE);
    }
    TypeHistogram histogram = ProfileBuilder.histogram(JpgoTypes.read(SITE));
    assertEquals(receivers.length, histogram.total());
    assertEquals(JpgoTypeSite.SLOTS, histogram.entries().size());
    assertTrue(!histogram.complete());
  }

  @Test
  void countsAreExactUpToTheThreshold() {
    for (int i = 0; i < JpgoTypeSite.EXACT; i++) {
      JpgoTypes.record("text", SITE);
    }
    assertEquals(JpgoTypeSite.EXACT, JpgoTypes.read(SITE).count(0));
  }

  /** Whatever the program's period is, the distances of the samples do not share it. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16, 24, 30, 32, 39})
  void samplesKeepTheShares(int period) {
    int calls = 400_000;
    for (int i = 0; i < calls; i++) {
      JpgoTypes.record(i % period == 0 ? (Object) "text" : (Object) 1, SITE);
    }
    TypeHistogram histogram = ProfileBuilder.histogram(JpgoTypes.read(SITE));
    assertEquals(calls, histogram.total(), 40);
    long texts = 0;
    for (TypeHistogram.Entry entry : histogram.entries()) {
      texts += entry.className().equals("java/lang/String") ? entry.count() : 0;
    }
    assertEquals(1.0 / period, texts / (double) calls, 0.02);
  }

  @Test
  void aSiteThatIsNotAllocatedRecordsNothing() {
    JpgoTypes.record("text", JpgoTypes.LIMIT - 1);
    assertNull(JpgoTypes.read(JpgoTypes.LIMIT - 1));
  }

  @Test
  void threadsThatRaceNeitherInventClassesNorLoseMuch() throws Exception {
    Object[] receivers = {"s", 1, 2L, 3f};
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        tasks.add(
            () -> {
              for (int i = 0; i < 4000; i++) {
                JpgoTypes.record(receivers[i % receivers.length], SITE);
              }
              return null;
            });
      }
      threads.invokeAll(tasks);
    } finally {
      threads.shutdown();
    }
    TypeHistogram histogram = ProfileBuilder.histogram(JpgoTypes.read(SITE));
    assertTrue(histogram.total() > 0 && histogram.total() <= 32_000, "total " + histogram.total());
    for (TypeHistogram.Entry entry : histogram.entries()) {
      assertTrue(
          List.of("java/lang/String", "java/lang/Integer", "java/lang/Long", "java/lang/Float")
              .contains(entry.className()),
          entry.className());
    }
  }
}
