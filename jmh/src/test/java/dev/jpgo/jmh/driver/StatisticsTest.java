package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void medianOfAnEvenNumberOfValuesIsTheMeanOfTheMiddleTwo() {
    assertEquals(2.5, Statistics.median(new double[] {4, 1, 3, 2}));
    assertEquals(3, Statistics.median(new double[] {9, 1, 3}));
  }

  @Test
  void quantilesInterpolateBetweenNeighbours() {
    double[] values = {10, 20, 30, 40, 50};
    assertEquals(10, Statistics.quantile(values, 0));
    assertEquals(15, Statistics.quantile(values, 0.125));
    assertEquals(50, Statistics.quantile(values, 1));
  }

  @Test
  void medianOfNothingIsAnError() {
    assertThrows(IllegalArgumentException.class, () -> Statistics.median(new double[0]));
  }

  @Test
  void intervalOfTwoConstantSeriesIsTheirRatio() {
    Interval interval =
        Statistics.ratio(List.of(new double[] {6, 6, 6}), List.of(new double[] {3, 3}), 1);
    assertEquals(new Interval(2, 2), interval);
  }

  @Test
  void intervalHoldsTheTrueRatioAndNarrowsWithMoreIterations() {
    Interval few = Statistics.ratio(noisy(8, 3.0, 1), noisy(8, 2.0, 2), 3);
    Interval many = Statistics.ratio(noisy(400, 3.0, 1), noisy(400, 2.0, 2), 3);
    assertTrue(few.low() < 1.5 && 1.5 < few.high(), few.toString());
    assertTrue(many.low() < 1.5 && 1.5 < many.high(), many.toString());
    assertTrue(many.high() - many.low() < few.high() - few.low());
  }

  @Test
  void intervalSeesSpreadBetweenForksAsWell() {
    List<double[]> alike = List.of(new double[] {2, 2}, new double[] {2, 2}, new double[] {2, 2});
    List<double[]> apart = List.of(new double[] {1, 1}, new double[] {2, 2}, new double[] {4, 4});
    Interval interval = Statistics.ratio(alike, apart, 5);
    assertTrue(interval.low() <= 0.5 && interval.high() >= 2, interval.toString());
  }

  @Test
  void intervalIsTheSameForTheSameSeed() {
    assertEquals(
        Statistics.ratio(noisy(9, 3, 1), noisy(9, 2, 2), 7),
        Statistics.ratio(noisy(9, 3, 1), noisy(9, 2, 2), 7));
  }

  private static List<double[]> noisy(int count, double center, long seed) {
    Random random = new Random(seed);
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = center * (1 + random.nextGaussian() / 10);
    }
    return List.of(values);
  }
}
