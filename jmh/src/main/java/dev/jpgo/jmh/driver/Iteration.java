package dev.jpgo.jmh.driver;

/**
 * One iteration of a workload as the measured JVM reported it.
 *
 * @param nanos wall time
 * @param cpu processor time of the iterating thread since the iteration before, in nanoseconds;
 *     coarse (4 ms on many kernels), so only sums of it mean something
 * @param checksum what was computed
 * @param elapsed seconds from the start of the process to the end of this iteration
 */
public record Iteration(long nanos, long cpu, long checksum, double elapsed) {

  /** Seconds from the start of the process to the beginning of this iteration. */
  public double begin() {
    return elapsed - nanos / 1e9;
  }
}
