package dev.jpgo.jmh.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

/** Streams and the loops that they stand for; a time is for one element. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(StreamBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class StreamBenchmarks {
  static final int LOOPS = 256;

  final List<String> names = new ArrayList<>();

  public StreamBenchmarks() {
    for (int i = 0; i < LOOPS; i++) {
      names.add("name" + i);
    }
  }

  @Benchmark
  public int filterMapSum() {
    return names.stream().filter(name -> name.length() > 5).mapToInt(String::length).sum();
  }

  @Benchmark
  public int filterMapSumLoop() {
    int sum = 0;
    for (String name : names) {
      if (name.length() > 5) {
        sum += name.length();
      }
    }
    return sum;
  }

  @Benchmark
  public List<Integer> collect() {
    return names.stream().map(String::length).collect(Collectors.toList());
  }

  @Benchmark
  public List<Integer> collectLoop() {
    List<Integer> lengths = new ArrayList<>();
    for (String name : names) {
      lengths.add(name.length());
    }
    return lengths;
  }

  @Benchmark
  public int range() {
    return IntStream.range(0, LOOPS).map(x -> x * x).filter(x -> (x & 1) == 0).sum();
  }

  @Benchmark
  public boolean anyMatch() {
    return names.stream().anyMatch(name -> name.endsWith("x"));
  }
}
