package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class JpgoCountersTest {
  @Test
  void chunksHoldTheCountersAndNeverMove() {
    long[] last = JpgoCounters.chunk(JpgoCounters.CHUNKS - 1);
    int counter = (JpgoCounters.CHUNKS - 1) * JpgoCounters.CHUNK + 5;
    last[5] = 77;
    assertSame(last, JpgoCounters.chunk(JpgoCounters.CHUNKS - 1));
    assertEquals(77, JpgoCounters.read(counter));
    JpgoCounters.write(counter, 0);
    assertEquals(0, last[5]);
  }

  @Test
  void aCounterThatWasNeverAllocatedReadsZero() {
    int counter = JpgoCounters.CHUNK * (JpgoCounters.CHUNKS - 2);
    JpgoCounters.write(counter, 9);
    assertEquals(0, JpgoCounters.read(counter));
  }

  @Test
  void askingForMoreThanThereAreIsRefused() {
    assertThrows(
        ArrayIndexOutOfBoundsException.class, () -> JpgoCounters.chunk(JpgoCounters.CHUNKS));
  }
}
