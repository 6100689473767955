package dev.jpgo.jmh.driver;

import java.util.Arrays;
import java.util.List;

/**
 * The steady state of a run: its last third by time.
 *
 * @param nanos wall times of the iterations in it
 * @param meanCpu processor time per iteration in it, in nanoseconds
 * @param drift relative change of the iteration time over it, by a Theil-Sen line (robust against
 *     single slow iterations); negative if it was still getting faster
 */
public record Plateau(double[] nanos, double meanCpu, double drift) {
  /** Above this the plateau does not count as one. */
  public static final double STEADY_DRIFT = 0.05;

  private static final int MAX_POINTS = 200;

  /**
   * Cuts the plateau out of a run.
   *
   * @throws IllegalArgumentException if {@code run} is empty
   */
  public static Plateau of(List<Iteration> run) {
    if (run.isEmpty()) {
      throw new IllegalArgumentException("a run without iterations has no plateau");
    }
    Iteration last = run.get(run.size() - 1);
    double begin = begin(run.get(0));
    double from = last.elapsed() - (last.elapsed() - begin) / 3;
    int first = run.size() - 1;
    while (first > 0 && begin(run.get(first - 1)) >= from) {
      first--;
    }
    List<Iteration> tail = run.subList(first, run.size());
    double[] nanos = new double[tail.size()];
    double cpu = 0;
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = tail.get(i).nanos();
      cpu += tail.get(i).cpu();
    }
    return new Plateau(nanos, cpu / nanos.length, drift(nanos));
  }

  public boolean steady() {
    return Math.abs(drift) <= STEADY_DRIFT;
  }

  public double median() {
    return Statistics.median(nanos);
  }

  private static double begin(Iteration iteration) {
    return iteration.elapsed() - iteration.nanos() / 1e9;
  }

  private static double drift(double[] all) {
    double[] values = thin(all);
    int n = values.length;
    if (n < 4) {
      return 0;
    }
    double[] slopes = new double[n * (n - 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        slopes[next++] = (values[j] - values[i]) / (j - i);
      }
    }
    return Statistics.median(slopes) * (n - 1) / Statistics.median(values);
  }

  private static double[] thin(double[] values) {
    if (values.length <= MAX_POINTS) {
      return values;
    }
    double[] thinned = new double[MAX_POINTS];
    for (int i = 0; i < MAX_POINTS; i++) {
      thinned[i] = values[(int) ((long) i * values.length / MAX_POINTS)];
    }
    return thinned;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Plateau that
        && Arrays.equals(nanos, that.nanos)
        && meanCpu == that.meanCpu
        && drift == that.drift;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  @Override
  public String toString() {
    return "Plateau["
        + nanos.length
        + " iterations, median "
        + median()
        + " ns, drift "
        + drift
        + "]";
  }
}
