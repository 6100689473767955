package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
  private static final double LEAST = 0.001;

  @Test
  void aLevelSeriesIsOnePiece() {
    assertArrayEquals(new int[] {0}, ChangePoints.of(steps(0.05, 200, 1), LEAST));
  }

  @Test
  void eachStepBeginsAPiece() {
    int[] begins = ChangePoints.of(steps(0.05, 60, 2, 1, 1.5), LEAST);
    assertEquals(3, begins.length);
    assertEquals(60, begins[1], 1);
    assertEquals(120, begins[2], 1);
  }

  @Test
  void stepsWithoutAnyNoiseAreFoundExactly() {
    assertArrayEquals(new int[] {0, 20}, ChangePoints.of(steps(0, 20, 3, 1), LEAST));
  }

  @Test
  void singleFarValuesAreNoPieces() {
    double[] series = steps(0.02, 100, 1);
    series[30] = 5;
    series[70] = 8;
    assertArrayEquals(new int[] {0}, ChangePoints.of(series, LEAST));
  }

  @Test
  void aSlopeIsManyPieces() {
    double[] series = new double[200];
    for (int i = 0; i < series.length; i++) {
      series[i] = i / 10.0 + i % 2 * 0.01;
    }
    assertTrue(ChangePoints.of(series, LEAST).length > 5);
  }

  @Test
  void fewValuesAreOnePiece() {
    assertArrayEquals(new int[] {0}, ChangePoints.of(new double[] {1, 9, 1, 9, 1}, LEAST));
  }

  /** So many values at each level, with noise of a standard deviation. */
  static double[] steps(double noise, int each, double... levels) {
    Random random = new Random(7);
    double[] series = new double[each * levels.length];
    for (int i = 0; i < series.length; i++) {
      series[i] = levels[i / each] + random.nextGaussian() * noise;
    }
    return series;
  }
}
