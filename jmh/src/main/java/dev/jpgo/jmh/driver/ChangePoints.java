package dev.jpgo.jmh.driver;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Where the level of a series changes: the partition into pieces of constant mean whose squared
 * residuals, in units of the noise, plus a penalty for each piece are least. Found exactly by
 * optimal partitioning (Jackson and others, <em>An Algorithm for Optimal Partitioning of Data on an
 * Interval</em>, 2005; what PELT prunes). The penalty, 15 log n, is that of Barrett and others,
 * <em>Virtual Machine Warmup Blows Hot and Cold</em>, OOPSLA 2017.
 *
 * <p>The noise is estimated from differences between neighbours, so that the changes themselves do
 * not count as noise; single values far from their neighbours are drawn in first.
 */
final class ChangePoints {
  private static final double PENALTY = 15;
  private static final int SHORTEST = 3;
  private static final int NEIGHBOURS = 4;
  private static final double FAR = 3;

  /** Median of absolute values of a standard normal difference of two: 0.6745 times root 2. */
  private static final double DIFFERENCE = 0.6745 * Math.sqrt(2);

  private ChangePoints() {}

  /**
   * The first index of each piece, the first of which is 0.
   *
   * @param series values of one scale, such as logarithms of times
   * @param leastNoise noise is never taken for less than this
   */
  static int[] of(double[] series, double leastNoise) {
    int n = series.length;
    if (n < 2 * SHORTEST) {
      return new int[] {0};
    }
    double noise = Math.max(leastNoise, noise(series));
    double[] values = drawnIn(series, noise);
    double[] sums = new double[n + 1];
    double[] squares = new double[n + 1];
    for (int i = 0; i < n; i++) {
      sums[i + 1] = sums[i] + values[i];
      squares[i + 1] = squares[i] + values[i] * values[i];
    }
    double penalty = PENALTY * Math.log(n);
    double[] best = new double[n + 1];
    int[] from = new int[n + 1];
    best[0] = -penalty;
    for (int end = 1; end <= n; end++) {
      best[end] = Double.POSITIVE_INFINITY;
      for (int begin = 0; begin <= end - SHORTEST; begin++) {
        double sum = sums[end] - sums[begin];
        double residual = squares[end] - squares[begin] - sum * sum / (end - begin);
        double cost = best[begin] + residual / (noise * noise) + penalty;
        if (cost < best[end]) {
          best[end] = cost;
          from[end] = begin;
        }
      }
    }
    return begins(from);
  }

  private static int[] begins(int[] from) {
    Deque<Integer> begins = new ArrayDeque<>();
    int at = from.length - 1;
    while (at > 0) {
      at = from[at];
      begins.addFirst(at);
    }
    return begins.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double noise(double[] series) {
    double[] differences = new double[series.length - 1];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = Math.abs(series[i + 1] - series[i]);
    }
    return Statistics.median(differences) / DIFFERENCE;
  }

  private static double[] drawnIn(double[] series, double noise) {
    double[] values = new double[series.length];
    for (int i = 0; i < values.length; i++) {
      int from = Math.max(0, i - NEIGHBOURS);
      int to = Math.min(series.length, i + NEIGHBOURS + 1);
      double middle = Statistics.median(java.util.Arrays.copyOfRange(series, from, to));
      double low = middle - FAR * noise;
      values[i] = Math.max(low, Math.min(middle + FAR * noise, series[i]));
    }
    return values;
  }
}
