package dev.jpgo.jmh.driver;

import java.util.ArrayList;
import java.util.List;

/** Made-up runs. */
final class Runs {
  private Runs() {}

  /** Iterations of the given lengths in seconds, the first beginning at {@code start}. */
  static List<Iteration> of(double start, double... seconds) {
    List<Iteration> run = new ArrayList<>();
    double elapsed = start;
    for (double length : seconds) {
      elapsed += length;
      long nanos = Math.round(length * 1e9);
      run.add(new Iteration(nanos, nanos, 42, elapsed));
    }
    return run;
  }

  /** {@code count} iterations of one length. */
  static List<Iteration> even(double start, int count, double length) {
    double[] seconds = new double[count];
    java.util.Arrays.fill(seconds, length);
    return of(start, seconds);
  }
}
