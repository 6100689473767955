package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BreakEvenTest {
  @Test
  void crossingWithinTheRunsIsFoundOnTheSecond() {
    // base: n + 1; agent: 3, then half a second each: level at n = 4
    OptionalDouble seconds = BreakEven.seconds(Runs.even(1, 20, 1), Runs.even(3, 20, 0.5));
    assertEquals(5, seconds.orElseThrow(), 1e-6);
  }

  @Test
  void crossingBeyondTheRunsIsExtended() {
    // after 4 iterations 8 s behind, and half a second gained with each further one
    OptionalDouble seconds = BreakEven.seconds(Runs.even(0, 4, 1), Runs.even(10, 4, 0.5));
    assertEquals(12 + 16 * 0.5, seconds.orElseThrow(), 1e-6);
  }

  @Test
  void aShorterBaseGoesOnAsItWas() {
    // as in the first test, where the base runs on
    OptionalDouble seconds = BreakEven.seconds(Runs.even(1, 3, 1), Runs.even(3, 20, 0.5));
    assertEquals(5, seconds.orElseThrow(), 1e-6);
  }

  @Test
  void aSlowerAgentNeverCatchesUp() {
    assertTrue(BreakEven.seconds(Runs.even(0, 9, 1), Runs.even(1, 9, 1.1)).isEmpty());
  }

  @Test
  void anAgentThatIsNeverBehindIsEvenFromItsFirstIteration() {
    assertEquals(1, BreakEven.seconds(Runs.even(1, 5, 1), Runs.even(0.5, 5, 0.5)).orElseThrow());
  }

  @Test
  void aLeadThatIsLostAgainDoesNotCount() {
    OptionalDouble seconds =
        BreakEven.seconds(Runs.of(1, 1, 1, 1, 1, 1, 1, 1), Runs.of(0, 1, 1, 5, .1, .1, .1, .1));
    assertEquals(7.4, seconds.orElseThrow(), 1e-6);
  }
}
