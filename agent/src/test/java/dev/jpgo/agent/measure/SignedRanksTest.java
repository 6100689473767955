package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SignedRanksTest {
  /** Darwin's fifteen differences of plants, crossed and not; the negative ones rank 14 and 10. */
  @Test
  void isTheSumOfRanksByItsDeviation() {
    double[] differences = {49, -67, 8, 16, 6, 23, 28, 14, 41, 29, 56, 24, 75, 60, -48};
    double deviation = (120 - (14 + 10) - 60) / Math.sqrt(15 * 16 * 31 / 24.0);
    assertEquals(deviation, SignedRanks.deviation(differences), 1e-12);
  }

  @Test
  void theSameSizesShareTheirRanks() {
    double deviation = (2 + 4 + 2 - 5) / Math.sqrt(4 * 5 * 9 / 24.0);
    assertEquals(deviation, SignedRanks.deviation(new double[] {1, -1, 3, 1}), 1e-12);
  }

  @Test
  void signsTurnTheAnswer() {
    double[] values = new Random(1).doubles(40, -1, 2).toArray();
    double[] turned = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      turned[i] = -values[i];
    }
    assertTrue(SignedRanks.deviation(values) > 2);
    assertEquals(-SignedRanks.deviation(values), SignedRanks.deviation(turned), 1e-12);
  }

  @Test
  void zeroSaysNothing() {
    assertEquals(0, SignedRanks.deviation(new double[0]));
    assertEquals(0, SignedRanks.deviation(new double[3]));
    assertEquals(
        SignedRanks.deviation(new double[] {1, 2, 3}),
        SignedRanks.deviation(new double[] {0, 1, 0, 2, 3}));
  }

  @Test
  void oneValueCountsOnceHoweverLargeItIs() {
    double[] values = {1, 2, 3, 4, 5, 6, 7, 8, -9};
    double[] spoiled = {1, 2, 3, 4, 5, 6, 7, 8, -9e9};
    assertEquals(SignedRanks.deviation(values), SignedRanks.deviation(spoiled));
  }

  @Test
  void aShiftIsSeenThatSignsDoNotShow() {
    Random random = new Random(7);
    double[] values = new double[200];
    int positive = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian() + 0.25;
      positive += values[i] > 0 ? 1 : 0;
    }
    double bySigns = (2.0 * positive - values.length) / Math.sqrt(values.length);
    assertTrue(SignedRanks.deviation(values) > bySigns, "by signs " + bySigns);
    assertTrue(SignedRanks.deviation(values) > 3);
  }

  /** Of what is symmetric around zero, one in 370 is to be beyond three deviations. */
  @Test
  void chanceIsSeldomFarFromZero() {
    Random random = new Random(42);
    int far = 0;
    for (int round = 0; round < 4000; round++) {
      double[] values = new double[24];
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextGaussian() * (1 + random.nextInt(9));
      }
      far += Math.abs(SignedRanks.deviation(values)) >= 3 ? 1 : 0;
    }
    assertTrue(far < 22, "beyond: " + far);
  }
}
