package dev.jpgo.jmh.micro;

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
 * Switches of which nine in ten executions take one case, by themselves and behind a test for that
 * case; a time is for one switch and the loop around it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SwitchBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class SwitchBenchmarks {
  static final int LOOPS = 256;
  private static final int KEYS = 64;
  private static final int[] OTHERS = {-1000, 0, 1, 3, 30_000, 5000};

  final int[] keys = new int[KEYS];

  public SwitchBenchmarks() {
    for (int i = 0; i < KEYS; i++) {
      keys[i] = i % 10 == 7 ? OTHERS[i % OTHERS.length] : 2;
    }
  }

  @Benchmark
  public int none() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int key = keys[i & (KEYS - 1)];
      sum += key;
    }
    return sum;
  }

  @Benchmark
  public int dense() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int key = keys[i & (KEYS - 1)];
      switch (key) {
        case 0 -> sum += 1;
        case 1 -> sum += 2;
        case 2 -> sum += key;
        case 3 -> sum += 4;
        default -> {}
      }
    }
    return sum;
  }

  @Benchmark
  public int denseBehindATest() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int key = keys[i & (KEYS - 1)];
      if (key == 2) {
        sum += key;
        continue;
      }
      switch (key) {
        case 0 -> sum += 1;
        case 1 -> sum += 2;
        case 3 -> sum += 4;
        default -> {}
      }
    }
    return sum;
  }

  @Benchmark
  public int fourSparse() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int key = keys[i & (KEYS - 1)];
      switch (key) {
        case -1000 -> sum += 1;
        case -50 -> sum += 2;
        case 2 -> sum += key;
        case 30_000 -> sum += 4;
        default -> {}
      }
    }
    return sum;
  }

  @Benchmark
  public int fourSparseBehindATest() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int key = keys[i & (KEYS - 1)];
      if (key == 2) {
        sum += key;
        continue;
      }
      switch (key) {
        case -1000 -> sum += 1;
        case -50 -> sum += 2;
        case 30_000 -> sum += 4;
        default -> {}
      }
    }
    return sum;
  }

  @Benchmark
  public int twelveSparse() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int key = keys[i & (KEYS - 1)];
      switch (key) {
        case -1000 -> sum += 1;
        case -50 -> sum += 2;
        case -20 -> sum += 9;
        case 2 -> sum += key;
        case 300 -> sum += 11;
        case 500 -> sum += 13;
        case 700 -> sum += 15;
        case 3000 -> sum += 17;
        case 5000 -> sum += 3;
        case 30_000 -> sum += 4;
        case 31_000 -> sum += 8;
        case 32_000 -> sum += 21;
        default -> {}
      }
    }
    return sum;
  }

  @Benchmark
  public int twelveSparseBehindATest() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int key = keys[i & (KEYS - 1)];
      if (key == 2) {
        sum += key;
        continue;
      }
      switch (key) {
        case -1000 -> sum += 1;
        case -50 -> sum += 2;
        case -20 -> sum += 9;
        case 300 -> sum += 11;
        case 500 -> sum += 13;
        case 700 -> sum += 15;
        case 3000 -> sum += 17;
        case 5000 -> sum += 3;
        case 30_000 -> sum += 4;
        case 31_000 -> sum += 8;
        case 32_000 -> sum += 21;
        default -> {}
      }
    }
    return sum;
  }
}
