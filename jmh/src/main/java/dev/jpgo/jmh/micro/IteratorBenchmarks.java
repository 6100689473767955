package dev.jpgo.jmh.micro;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
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

/** For-each over what can be iterated; a time is for one element. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(IteratorBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class IteratorBenchmarks {
  static final int LOOPS = 256;

  final String[] array = new String[LOOPS];
  final List<String> arrayList = new ArrayList<>();
  final List<String> linkedList = new LinkedList<>();
  final Deque<String> deque = new ArrayDeque<>();
  final Map<String, String> map = new HashMap<>();
  final List<String> unmodifiable;
  final List<String> immutable;

  public IteratorBenchmarks() {
    for (int i = 0; i < LOOPS; i++) {
      array[i] = "name" + i;
      arrayList.add(array[i]);
      linkedList.add(array[i]);
      deque.add(array[i]);
      map.put(array[i], "value" + i);
    }
    unmodifiable = Collections.unmodifiableList(arrayList);
    immutable = List.copyOf(arrayList);
  }

  @Benchmark
  public int array() {
    int sum = 0;
    for (String element : array) {
      sum += element.length();
    }
    return sum;
  }

  @Benchmark
  public int arrayList() {
    int sum = 0;
    for (String element : arrayList) {
      sum += element.length();
    }
    return sum;
  }

  @Benchmark
  public int linkedList() {
    int sum = 0;
    for (String element : linkedList) {
      sum += element.length();
    }
    return sum;
  }

  @Benchmark
  public int arrayDeque() {
    int sum = 0;
    for (String element : deque) {
      sum += element.length();
    }
    return sum;
  }

  @Benchmark
  public int mapEntries() {
    int sum = 0;
    for (Map.Entry<String, String> element : map.entrySet()) {
      sum += element.getKey().length() + element.getValue().length();
    }
    return sum;
  }

  @Benchmark
  public int unmodifiableList() {
    int sum = 0;
    for (String element : unmodifiable) {
      sum += element.length();
    }
    return sum;
  }

  @Benchmark
  public int immutableList() {
    int sum = 0;
    for (String element : immutable) {
      sum += element.length();
    }
    return sum;
  }
}
