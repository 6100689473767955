package dev.jpgo.agent.measure;

import java.util.Arrays;

/**
 * Whether values lie above or below zero, by the ranks of their sizes (Wilcoxon, <i>Individual
 * Comparisons by Ranking Methods</i>, Biometrics Bulletin 1, 1945). What is far from zero counts
 * for more than what is near it, but not by how much: where a thread was stopped, one value is
 * spoiled, whatever it became by that.
 */
public final class SignedRanks {
  private SignedRanks() {}

  /**
   * How many standard deviations the sum of the positive values' ranks is from what chance gives,
   * where a positive value is as likely as a negative one of the same size. From some ten values on
   * it is about normal.
   *
   * @param values in any order; those that are zero say nothing
   * @return above zero where positive values prevail; 0 where there are none
   */
  public static double deviation(double[] values) {
    double[] above = new double[values.length];
    double[] below = new double[values.length];
    int positive = 0;
    int negative = 0;
    for (double value : values) {
      if (value > 0) {
        above[positive++] = value;
      } else if (value < 0) {
        below[negative++] = -value;
      }
    }
    Arrays.sort(above, 0, positive);
    Arrays.sort(below, 0, negative);
    double sum = 0;
    int smaller = 0;
    int notLarger = 0;
    for (int i = 0; i < positive; i++) {
      while (smaller < negative && below[smaller] < above[i]) {
        smaller++;
      }
      while (notLarger < negative && below[notLarger] <= above[i]) {
        notLarger++;
      }
      sum += i + 1 + (smaller + notLarger) / 2.0;
    }
    double n = positive + negative;
    return n == 0 ? 0 : (sum - n * (n + 1) / 4) / Math.sqrt(n * (n + 1) * (2 * n + 1) / 24);
  }
}
