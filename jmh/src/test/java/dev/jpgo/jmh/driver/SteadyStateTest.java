package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.jmh.driver.SteadyState.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
  @Test
  void aRunOfOneLevelIsFlat() {
    SteadyState state = of(0.02, 100, 1);
    assertEquals(new SteadyState(Shape.FLAT, 0, 1), state);
  }

  @Test
  void aFallToALowerLevelIsWarmUpAndSteadyFromThereOn() {
    SteadyState state = of(0.02, 40, 3, 1, 1, 1);
    assertEquals(Shape.WARMUP, state.shape());
    assertEquals(40, state.from(), 1);
  }

  @Test
  void aRiseToAHigherLevelIsASlowdown() {
    assertEquals(Shape.SLOWDOWN, of(0.02, 40, 1, 1.5, 1.5, 1.5).shape());
  }

  @Test
  void aDipOnTheWayDoesNotHideThatTheEndIsSlower() {
    assertEquals(Shape.SLOWDOWN, of(0.02, 30, 3, 1, 2, 2, 2).shape());
  }

  @Test
  void levelsThatDifferByLessThanFivePercentAreOneState() {
    SteadyState state = of(0.002, 60, 1, 1.03, 1);
    assertEquals(Shape.FLAT, state.shape());
    assertTrue(state.pieces() > 1, state.toString());
  }

  @Test
  void aRunThatChangesInItsLastThirdHasNoSteadyState() {
    SteadyState state = of(0.02, 25, 1, 1, 1, 1, 1, 1, 1, 0.7);
    assertEquals(Shape.NONE, state.shape());
    assertFalse(state.found());
    assertTrue(state.from() > 100 && state.from() < 150, state.toString());
  }

  @Test
  void aRunThatSpeedsUpAllTheTimeHasNone() {
    double[] seconds = new double[300];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = Math.exp(-i / 60.0);
    }
    assertEquals(Shape.NONE, SteadyState.of(Runs.of(0, seconds)).shape());
  }

  @Test
  void aRunThatSwingsBetweenLevelsHasNone() {
    assertEquals(Shape.NONE, of(0.02, 20, 1, 2, 1, 2, 1, 2).shape());
  }

  @Test
  void longRunsArePooledAndStillFoundSteady() {
    SteadyState state = of(0.1, 10_000, 3, 1, 1);
    assertEquals(Shape.WARMUP, state.shape());
    assertEquals(10_000, state.from(), 300);
  }

  @Test
  void aFewIterationsTellNothing() {
    assertEquals(Shape.SHORT, SteadyState.of(Runs.even(0, 7, 1)).shape());
    assertThrows(IllegalArgumentException.class, () -> SteadyState.of(List.of()));
  }

  private static SteadyState of(double noise, int each, double... levels) {
    return SteadyState.of(Runs.of(0, ChangePointsTest.steps(noise, each, levels)));
  }
}
