package dev.jpgo.jmh.driver;

import java.util.Arrays;
import java.util.List;

/**
 * Whether and from where on a run's iterations take equally long, by the {@link ChangePoints} of
 * their times. The pieces at the end that differ by no more than {@value #ALIKE} from the last are
 * the steady state, if they last for at least a third of the run: else there is none.
 *
 * @param shape how the run got there
 * @param from index of its first iteration; that of the last third where there is none
 * @param pieces how many levels were found in the whole run
 */
public record SteadyState(Shape shape, int from, int pieces) {
  /** Largest relative difference of levels that count as one. */
  public static final double ALIKE = 0.05;

  private static final int FEWEST = 8;
  private static final int MOST_POINTS = 400;

  /** Less is no noise but the clock's. */
  private static final double LEAST_NOISE = 0.002;

  /** How a run develops; the names are those of Barrett and others, OOPSLA 2017. */
  public enum Shape {
    /** Steady from the first iteration on. */
    FLAT,
    /** Steady in the end, and never faster before. */
    WARMUP,
    /** Steady in the end, and faster at some time before. */
    SLOWDOWN,
    /** Still changing at the end. */
    NONE,
    /** Too few iterations to tell. */
    SHORT
  }

  /**
   * Looks for the steady state.
   *
   * @throws IllegalArgumentException if {@code run} is empty
   */
  public static SteadyState of(List<Iteration> run) {
    if (run.isEmpty()) {
      throw new IllegalArgumentException("a run without iterations has no steady state");
    }
    int lastThird = lastThird(run);
    if (run.size() < FEWEST) {
      return new SteadyState(Shape.SHORT, lastThird, 1);
    }
    int pooled = (run.size() + MOST_POINTS - 1) / MOST_POINTS;
    double[] levels = logarithms(run, pooled);
    int[] begins = ChangePoints.of(levels, LEAST_NOISE);
    double[] means = means(levels, begins);
    int last = means.length - 1;
    int piece = last;
    while (piece > 0 && Math.abs(means[piece - 1] - means[last]) <= Math.log1p(ALIKE)) {
      piece--;
    }
    int from = Math.min(begins[piece] * pooled, run.size() - 1);
    if (from > lastThird) {
      return new SteadyState(Shape.NONE, lastThird, means.length);
    }
    return new SteadyState(shape(means, piece), from, means.length);
  }

  /** Whether there is one. */
  public boolean found() {
    return shape != Shape.NONE && shape != Shape.SHORT;
  }

  private static Shape shape(double[] means, int steady) {
    if (steady == 0) {
      return Shape.FLAT;
    }
    double fastest = Arrays.stream(means, 0, steady).min().orElseThrow();
    return fastest < means[means.length - 1] - Math.log1p(ALIKE) ? Shape.SLOWDOWN : Shape.WARMUP;
  }

  private static int lastThird(List<Iteration> run) {
    double begin = run.get(0).begin();
    double end = run.get(run.size() - 1).elapsed();
    double from = end - (end - begin) / 3;
    int first = run.size() - 1;
    while (first > 0 && run.get(first - 1).begin() >= from) {
      first--;
    }
    return first;
  }

  private static double[] logarithms(List<Iteration> run, int pooled) {
    double[] nanos = new double[run.size()];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = Math.max(1, run.get(i).nanos());
    }
    double[] pools = Statistics.pooled(nanos, pooled);
    for (int i = 0; i < pools.length; i++) {
      pools[i] = Math.log(pools[i]);
    }
    return pools;
  }

  private static double[] means(double[] levels, int[] begins) {
    double[] means = new double[begins.length];
    for (int i = 0; i < begins.length; i++) {
      int end = i + 1 < begins.length ? begins[i + 1] : levels.length;
      means[i] = Statistics.median(Arrays.copyOfRange(levels, begins[i], end));
    }
    return means;
  }
}
