package dev.jpgo.jmh.micro;

import java.util.concurrent.TimeUnit;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
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

/** Lambdas and method references, made and called; a time is for one call. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(LambdaBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class LambdaBenchmarks {
  static final int LOOPS = 256;

  final String[] names = new String[LOOPS];

  public LambdaBenchmarks() {
    for (int i = 0; i < LOOPS; i++) {
      names[i] = "name" + i;
    }
  }

  private static int call(IntUnaryOperator operator, int value) {
    return operator.applyAsInt(value);
  }

  private static int call(IntBinaryOperator operator, int left, int right) {
    return operator.applyAsInt(left, right);
  }

  private static int length(Supplier<String> supplier) {
    return supplier.get().length();
  }

  @Benchmark
  public int direct() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += i * 3 + 1;
    }
    return sum;
  }

  @Benchmark
  public int notCapturing() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += call(x -> x * 3 + 1, i);
    }
    return sum;
  }

  @Benchmark
  public int capturing() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      int captured = i;
      sum += call(x -> x * 3 + captured, i);
    }
    return sum;
  }

  @Benchmark
  public int capturingThis() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += call(x -> names[x].length(), i);
    }
    return sum;
  }

  @Benchmark
  public int staticReference() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += call(Math::max, i, sum);
    }
    return sum;
  }

  @Benchmark
  public int boundReference() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += length(names[i]::toString);
    }
    return sum;
  }

  @Benchmark
  public int composed() {
    int sum = 0;
    IntUnaryOperator twice = x -> x * 2;
    IntUnaryOperator operator = twice.andThen(x -> x + 1).compose(x -> x - 3);
    for (int i = 0; i < LOOPS; i++) {
      sum += operator.applyAsInt(i);
    }
    return sum;
  }
}
