package dev.jpgo.jmh.driver;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Order statistics, and the bootstrap for ratios of medians. */
public final class Statistics {
  private static final int RESAMPLES = 1_000;

  private Statistics() {}

  /**
   * The middle value, or the mean of the two in the middle.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static double median(double[] values) {
    return quantile(values, 0.5);
  }

  /**
   * The value below which a share {@code q} of {@code values} lies, interpolated.
   *
   * @throws IllegalArgumentException if there are no values
   */
  public static double quantile(double[] values, double q) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double at = q * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  /**
   * Medians of so many neighbours each; the last of what is left over.
   *
   * @param size at least 1, which changes nothing
   */
  static double[] pooled(double[] values, int size) {
    if (size <= 1) {
      return values.clone();
    }
    double[] pools = new double[(values.length + size - 1) / size];
    for (int i = 0; i < pools.length; i++) {
      int from = i * size;
      pools[i] = median(Arrays.copyOfRange(values, from, Math.min(values.length, from + size)));
    }
    return pools;
  }

  /**
   * A 95% interval of the ratio of two medians of the medians of groups, here: forks. The
   * percentile bootstrap on two levels (Davison and Hinkley, Bootstrap Methods, 3.8), which draws
   * forks and, within each, iterations. Deterministic for a seed.
   */
  public static Interval ratio(List<double[]> base, List<double[]> other, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] ratios = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      ratios[i] = resampled(base, random) / resampled(other, random);
    }
    return new Interval(quantile(ratios, 0.025), quantile(ratios, 0.975));
  }

  /** Of groups, here: forks. */
  static double medianOfMedians(List<double[]> groups) {
    return median(groups.stream().mapToDouble(Statistics::median).toArray());
  }

  /** A 95% interval of the median of the medians of groups, by the same bootstrap. */
  static Interval interval(List<double[]> groups, long seed) {
    return ratio(groups, List.of(new double[] {1}), seed);
  }

  private static double resampled(List<double[]> groups, SplittableRandom random) {
    double[] medians = new double[groups.size()];
    for (int i = 0; i < medians.length; i++) {
      double[] group = groups.get(random.nextInt(groups.size()));
      double[] drawn = new double[group.length];
      for (int j = 0; j < drawn.length; j++) {
        drawn[j] = group[random.nextInt(group.length)];
      }
      medians[i] = median(drawn);
    }
    return median(medians);
  }
}
