package dev.jpgo.jmh.micro;

import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoTypes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the probes of tier 0 and tier 1 add to a loop of simple instructions. Run with {@code -t 2}
 * for two threads that share every counter, the worst case. {@code C[i]++} compiles to the very
 * instructions that the agent inserts.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ProbeBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class ProbeBenchmarks {
  static final int LOOPS = 1024;

  private static final long[] C = JpgoCounters.chunk(0);

  final Object[] receivers = {"text", 1, 2L, 'c'};

  public ProbeBenchmarks() {
    JpgoTypes.allocate(1);
  }

  /** The loop without a probe. */
  @Benchmark
  public int noProbe() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += i ^ sum;
    }
    return sum;
  }

  /** A counter: tier 0's at each call, tier 1's on an edge. */
  @Benchmark
  public int counter() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      C[17]++;
      sum += i ^ sum;
    }
    return sum;
  }

  /** Tier 0's patchpoint: a local counter, compared in each iteration. */
  @Benchmark
  public int patchpoint() {
    int sum = 0;
    int local = 0;
    for (int i = 0; i < LOOPS; i++) {
      if (++local >= 1024) {
        C[18] += local;
        local = 0;
      }
      sum += i ^ sum;
    }
    return sum;
  }

  /** The receiver of a call site that sees one class. */
  @Benchmark
  public int receiver() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      JpgoTypes.record(receivers[0], 0);
      sum += i ^ sum;
    }
    return sum;
  }

  /** The receiver of a call site that sees four classes. */
  @Benchmark
  public int receiverOfFour() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      JpgoTypes.record(receivers[i & 3], 0);
      sum += i ^ sum;
    }
    return sum;
  }
}
