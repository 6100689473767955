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
 * Strings put together by {@code +}, which is an invokedynamic, and by builders; a time is for one
 * string.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ConcatenationBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class ConcatenationBenchmarks {
  static final int LOOPS = 256;

  final String[] names = new String[LOOPS];

  public ConcatenationBenchmarks() {
    for (int i = 0; i < LOOPS; i++) {
      names[i] = "name" + i;
    }
  }

  @Benchmark
  public int twoStrings() {
    int sum = 0;
    for (int i = 1; i < LOOPS; i++) {
      sum += (names[i] + names[i - 1]).length();
    }
    return sum;
  }

  @Benchmark
  public int constantsAndNumbers() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += ("name=" + names[i] + ", number=" + i + ", long=" + (long) i + ";").length();
    }
    return sum;
  }

  @Benchmark
  public int sixStrings() {
    int sum = 0;
    for (int i = 2; i < LOOPS; i++) {
      sum += (names[i] + "/" + names[i - 1] + "/" + names[i - 2] + "/").length();
    }
    return sum;
  }

  @Benchmark
  public int builder() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      StringBuilder text = new StringBuilder();
      text.append("name=").append(names[i]).append(", number=").append(i);
      sum += text.append(", long=").append((long) i).append(';').toString().length();
    }
    return sum;
  }

  /** One builder for all, as by hand one would. */
  @Benchmark
  public int reusedBuilder() {
    int sum = 0;
    StringBuilder text = new StringBuilder(64);
    for (int i = 0; i < LOOPS; i++) {
      text.setLength(0);
      text.append("name=").append(names[i]).append(", number=").append(i);
      sum += text.append(", long=").append((long) i).append(';').toString().length();
    }
    return sum;
  }
}
