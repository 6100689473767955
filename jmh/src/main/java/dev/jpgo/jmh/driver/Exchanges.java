package dev.jpgo.jmh.driver;

import java.util.List;

/**
 * How much faster one of two runs was that went on at the same time, from one exchange of their
 * processors to the next: in each such time both had each processor for as long. Medians of
 * iterations would be those on the faster processor or those on the slower one, as it happens.
 */
final class Exchanges {
  private Exchanges() {}

  /**
   * What {@code other} did over what {@code base} did, for each stretch of time.
   *
   * @param from seconds from the start of the processes from which on both are looked at; where one
   *     has ended by then, all of the time in which both ran is
   * @param seconds how long a stretch is; where there is time for none, what there is is one, and
   *     where the one had ended before the other began, each of them in its own time
   */
  static double[] ratios(List<Iteration> base, List<Iteration> other, double from, double seconds) {
    double end = Math.min(last(base), last(other));
    double both = Math.max(base.get(0).begin(), other.get(0).begin());
    double start = from < end ? Math.max(from, both) : both;
    if (start >= end) {
      return new double[] {pace(other) / pace(base)};
    }
    int count = (int) ((end - start) / seconds);
    if (count == 0) {
      return new double[] {ratio(base, other, start, end)};
    }
    double[] ratios = new double[count];
    for (int i = 0; i < count; i++) {
      double begin = end - (count - i) * seconds;
      ratios[i] = ratio(base, other, begin, begin + seconds);
    }
    return ratios;
  }

  private static double ratio(List<Iteration> base, List<Iteration> other, double from, double to) {
    return (done(other, to) - done(other, from)) / (done(base, to) - done(base, from));
  }

  /** How many iterations were done by then; one that was going on counts in part. */
  private static double done(List<Iteration> run, double at) {
    int low = 0;
    int high = run.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (run.get(middle).elapsed() <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == run.size()) {
      return low;
    }
    double begin = low == 0 ? run.get(0).begin() : run.get(low - 1).elapsed();
    double length = run.get(low).elapsed() - begin;
    return length <= 0 || at <= begin ? low : low + (at - begin) / length;
  }

  private static double pace(List<Iteration> run) {
    return run.size() / (last(run) - run.get(0).begin());
  }

  private static double last(List<Iteration> run) {
    return run.get(run.size() - 1).elapsed();
  }
}
