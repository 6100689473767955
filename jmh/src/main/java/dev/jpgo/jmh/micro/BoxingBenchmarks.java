package dev.jpgo.jmh.micro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** Numbers as objects; a time is for one number. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BoxingBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class BoxingBenchmarks {
  static final int LOOPS = 256;

  final Integer[] boxes = new Integer[LOOPS];
  final List<Integer> list = new ArrayList<>();
  final Map<Integer, Long> map = new HashMap<>();

  public BoxingBenchmarks() {
    for (int i = 0; i < LOOPS; i++) {
      boxes[i] = i * 1000;
      list.add(i * 1000);
      map.put(i, (long) i);
    }
  }

  @Benchmark
  public int unbox() {
    int sum = 0;
    for (Integer box : boxes) {
      sum += box;
    }
    return sum;
  }

  @Benchmark
  public Integer boxedSum() {
    Integer sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += i;
    }
    return sum;
  }

  @Benchmark
  public int listOfBoxes() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += list.get(i);
    }
    return sum;
  }

  @Benchmark
  public Map<Integer, Long> countInMap() {
    for (int i = 0; i < LOOPS; i++) {
      map.merge(i, 1L, Long::sum);
    }
    return map;
  }

  @Benchmark
  public int optional() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += Optional.of(boxes[i]).filter(x -> x > 3000).map(x -> x + 1).orElse(0);
    }
    return sum;
  }
}
