package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlateauTest {
  @Test
  void plateauIsTheLastThirdByTimeNotByCount() {
    // two slow iterations take two thirds of the time
    List<Iteration> run = Runs.of(0.5, 9, 9, 2, 2, 2, 2, 2);
    Plateau plateau = Plateau.of(run);
    assertEquals(4, plateau.nanos().length);
    assertEquals(2e9, plateau.median());
    assertEquals(SteadyState.Shape.SHORT, plateau.state().shape());
  }

  @Test
  void aRunThatStillSpeedsUpIsNotSteady() {
    double[] seconds = new double[60];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = 2 - i / 60.0;
    }
    Plateau plateau = Plateau.of(Runs.of(0, seconds));
    assertTrue(plateau.drift() < -SteadyState.ALIKE, plateau.toString());
    assertFalse(plateau.steady());
  }

  @Test
  void oneSlowIterationDoesNotMakeAPlateauUnsteady() {
    double[] seconds = new double[60];
    java.util.Arrays.fill(seconds, 1);
    seconds[58] = 9;
    assertTrue(Plateau.of(Runs.of(0, seconds)).steady());
  }

  @Test
  void oneIterationIsAPlateau() {
    assertEquals(1, Plateau.of(Runs.of(0, 1)).nanos().length);
  }

  @Test
  void longRunsAreThinnedBeforeTheLineIsDrawn() {
    assertEquals(0, Plateau.of(Runs.even(0, 30_000, 0.001)).drift());
  }

  @Test
  void processorTimeIsAveraged() {
    List<Iteration> run =
        List.of(new Iteration(1_000, 0, 1, 1e-6), new Iteration(1_000, 4_000, 1, 2e-6));
    assertEquals(4_000, Plateau.of(run).meanCpu(), 2_000);
  }

  @Test
  void anEmptyRunIsAnError() {
    assertThrows(IllegalArgumentException.class, () -> Plateau.of(List.of()));
  }
}
