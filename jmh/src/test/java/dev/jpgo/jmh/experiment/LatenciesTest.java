package dev.jpgo.jmh.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  @Test
  void aPercentileIsALatencyThatWasSeen() {
    long[] first = {4_000_000, 1_000_000};
    long[] second = {3_000_000, 2_000_000};
    Latencies latencies = Latencies.of(List.of(first, second));
    assertEquals(4, latencies.count());
    assertEquals(2, latencies.millis(0.5));
    assertEquals(3, latencies.millis(0.75));
    assertEquals(4, latencies.millis(0.99));
    assertEquals(4, latencies.maxMillis());
  }

  @Test
  void noLatenciesAtAllIsAnError() {
    assertThrows(IllegalArgumentException.class, () -> Latencies.of(List.of()));
  }
}
