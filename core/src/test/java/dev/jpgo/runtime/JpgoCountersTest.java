package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class JpgoCountersTest {
  @Test
  void chunksAreReachedThroughTheirFieldsAndNeverMove() {
    JpgoCounters.allocate(2 * JpgoCounters.CHUNK);
    long[] first = JpgoCounters.c0;
    JpgoCounters.c1[5] = 77;
    JpgoCounters.allocate(1);
    assertSame(first, JpgoCounters.c0);
    assertEquals(77, JpgoCounters.read(JpgoCounters.CHUNK + 5));
    JpgoCounters.write(JpgoCounters.CHUNK + 5, 0);
    assertEquals(0, JpgoCounters.c1[5]);
  }

  @Test
  void aCounterThatWasNeverAllocatedReadsZero() {
    assertEquals(0, JpgoCounters.read(JpgoCounters.CHUNK * JpgoCounters.CHUNKS - 1));
  }

  @Test
  void askingForMoreThanThereAreIsRefused() {
    int tooMany = JpgoCounters.CHUNK * JpgoCounters.CHUNKS + 1;
    assertThrows(IllegalArgumentException.class, () -> JpgoCounters.allocate(tooMany));
  }
}
