package dev.jpgo.jmh.micro;

import java.util.Objects;
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

/** What records generate, against the same written by hand; a time is for one call. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RecordBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class RecordBenchmarks {
  static final int LOOPS = 256;

  /** Its methods are bootstrapped. */
  record Point(int x, int y, String name) {}

  /** Its methods are written out. */
  static final class HandPoint {
    private final int x;
    private final int y;
    private final String name;

    HandPoint(int x, int y, String name) {
      this.x = x;
      this.y = y;
      this.name = name;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof HandPoint point
          && x == point.x
          && y == point.y
          && Objects.equals(name, point.name);
    }

    @Override
    public int hashCode() {
      return (x * 31 + y) * 31 + name.hashCode();
    }

    @Override
    public String toString() {
      return "Point[x=" + x + ", y=" + y + ", name=" + name + "]";
    }
  }

  final Point[] points = new Point[LOOPS];
  final Point[] copies = new Point[LOOPS];
  final HandPoint[] handPoints = new HandPoint[LOOPS];
  final HandPoint[] handCopies = new HandPoint[LOOPS];

  public RecordBenchmarks() {
    for (int i = 0; i < LOOPS; i++) {
      points[i] = new Point(i, -i, "p" + i);
      copies[i] = new Point(i, -i, "p" + i);
      handPoints[i] = new HandPoint(i, -i, "p" + i);
      handCopies[i] = new HandPoint(i, -i, "p" + i);
    }
  }

  @Benchmark
  public int hash() {
    int sum = 0;
    for (Point point : points) {
      sum += point.hashCode();
    }
    return sum;
  }

  @Benchmark
  public int hashByHand() {
    int sum = 0;
    for (HandPoint point : handPoints) {
      sum += point.hashCode();
    }
    return sum;
  }

  @Benchmark
  public int equal() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += points[i].equals(copies[i]) ? 1 : 0;
    }
    return sum;
  }

  @Benchmark
  public int equalByHand() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += handPoints[i].equals(handCopies[i]) ? 1 : 0;
    }
    return sum;
  }

  @Benchmark
  public int text() {
    int sum = 0;
    for (Point point : points) {
      sum += point.toString().length();
    }
    return sum;
  }

  @Benchmark
  public int textByHand() {
    int sum = 0;
    for (HandPoint point : handPoints) {
      sum += point.toString().length();
    }
    return sum;
  }
}
