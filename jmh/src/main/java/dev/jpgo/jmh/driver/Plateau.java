package dev.jpgo.jmh.driver;

import java.util.Arrays;
import java.util.List;

/**
 * The part of a run that its speed is read from: its steady state, or its last third by time where
 * it has none.
 *
 * @param state whether it is one
 * @param nanos wall times of the iterations in it
 * @param meanCpu processor time per iteration in it, in nanoseconds
 * @param drift relative change of the iteration time over it, by a Theil-Sen line (robust against
 *     single slow iterations); negative if it was still getting faster
 */
public record Plateau(SteadyState state, double[] nanos, double meanCpu, double drift) {
  /** Above this a level slopes: noise hid the changes in it. */
  public static final double STEADY_DRIFT = 2 * SteadyState.ALIKE;

  private static final int MAX_POINTS = 200;

  /**
   * Cuts the plateau out of a run.
   *
   * @throws IllegalArgumentException if {@code run} is empty
   */
  public static Plateau of(List<Iteration> run) {
    SteadyState state = SteadyState.of(run);
    List<Iteration> tail = run.subList(state.from(), run.size());
    double[] nanos = new double[tail.size()];
    double cpu = 0;
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = tail.get(i).nanos();
      cpu += tail.get(i).cpu();
    }
    return new Plateau(state, nanos, cpu / nanos.length, drift(nanos));
  }

  /** Whether the run had become steady: no other level was found, and no slope in the last one. */
  public boolean steady() {
    return state.found() && Math.abs(drift) <= STEADY_DRIFT;
  }

  public double median() {
    return Statistics.median(nanos);
  }

  public double mean() {
    return Arrays.stream(nanos).average().orElseThrow();
  }

  /**
   * Times for the bootstrap: of neighbours, which are alike, at most {@value #MAX_POINTS} pools.
   */
  public double[] batches() {
    return Statistics.pooled(nanos, (nanos.length + MAX_POINTS - 1) / MAX_POINTS);
  }

  private static double drift(double[] all) {
    double[] values = Statistics.pooled(all, (all.length + MAX_POINTS - 1) / MAX_POINTS);
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

  @Override
  public boolean equals(Object other) {
    return other instanceof Plateau that
        && state.equals(that.state)
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
        + ", "
        + state
        + "]";
  }
}
