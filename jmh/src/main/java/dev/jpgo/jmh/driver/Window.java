package dev.jpgo.jmh.driver;

import java.util.ArrayList;
import java.util.List;

/**
 * So many operations in a row of a run: one point of its warm-up curve.
 *
 * @param from number of the first, counted from 0
 * @param to number after the last
 * @param elapsed seconds from the start of the process to the end of the last
 * @param meanNanos wall time of one
 * @param maxNanos of the slowest
 */
public record Window(int from, int to, double elapsed, double meanNanos, long maxNanos) {
  private static final int MOST = 200;

  /**
   * A size of 1, 2 or 5 times a power of ten by which the longest of some runs has at most {@value
   * #MOST} windows: the same for all of them, so that they can be laid over each other.
   */
  public static int size(List<Fork> forks) {
    int longest = 1;
    for (Fork fork : forks) {
      longest = Math.max(longest, fork.iterations().size());
    }
    for (int power = 1; ; power *= 10) {
      for (int size : new int[] {power, 2 * power, 5 * power}) {
        if ((long) size * MOST >= longest) {
          return size;
        }
      }
    }
  }

  /** The windows of a run; the last may be shorter. */
  public static List<Window> of(List<Iteration> run, int size) {
    List<Window> windows = new ArrayList<>();
    for (int from = 0; from < run.size(); from += size) {
      int to = Math.min(run.size(), from + size);
      double sum = 0;
      long max = 0;
      for (Iteration iteration : run.subList(from, to)) {
        sum += iteration.nanos();
        max = Math.max(max, iteration.nanos());
      }
      windows.add(new Window(from, to, run.get(to - 1).elapsed(), sum / (to - from), max));
    }
    return windows;
  }
}
