package dev.jpgo.jmh.experiment;

import java.util.Arrays;
import java.util.List;

/** Every latency of a run, sorted; so percentiles are exact. */
final class Latencies {
  private final long[] nanos;

  private Latencies(long[] sorted) {
    this.nanos = sorted;
  }

  /** At least one. */
  static Latencies of(List<long[]> parts) {
    long[] all = parts.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    if (all.length == 0) {
      throw new IllegalArgumentException("no latencies");
    }
    return new Latencies(all);
  }

  int count() {
    return nanos.length;
  }

  /** The least latency that a share {@code q} of all does not exceed, in milliseconds. */
  double millis(double q) {
    int rank = (int) Math.ceil(q * nanos.length);
    return nanos[Math.max(0, rank - 1)] / 1e6;
  }

  double maxMillis() {
    return nanos[nanos.length - 1] / 1e6;
  }
}
