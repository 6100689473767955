package dev.jpgo.jmh.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Loops that differ by the one thing that is measured; {@code CostTable} subtracts them. The
 * receivers change from one iteration to the next, so that compilers cannot hoist; their classes
 * come in runs, so that the processor predicts the calls.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(CostBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class CostBenchmarks {
  /** Passes of each benchmark's loop. */
  public static final int LOOPS = 4096;

  private static final int NODES = 64;

  static int first = 1;
  static int second = 2;
  static int third = 3;
  static volatile boolean flag = true;

  final Node[] nodes = new Node[NODES];
  final Linked[] linked = new Linked[NODES];
  final Node.First[] same = new Node.First[NODES];
  final Object[] objects = new Object[NODES];

  public CostBenchmarks() {
    for (int i = 0; i < NODES; i++) {
      nodes[i] = i < 21 ? new Node.First() : i < 42 ? new Node.Second() : new Node.Third();
      linked[i] = nodes[i];
      same[i] = new Node.First();
      objects[i] = same[i];
    }
  }

  /** Array element, one field, and simple instructions: what the others are compared with. */
  @Benchmark
  public int oneField() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      sum += node.a;
    }
    return sum;
  }

  /** {@link #oneField} and 12 simple instructions. */
  @Benchmark
  public int simpleInstructions() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      sum += node.a;
      sum ^= i;
      sum += i;
      sum ^= i;
    }
    return sum;
  }

  /** {@link #simpleInstructions} with three more fields for the loads of {@code i}. */
  @Benchmark
  public int fourFields() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      sum += node.a;
      sum ^= node.b;
      sum += node.c;
      sum ^= node.d;
    }
    return sum;
  }

  /** {@link #simpleInstructions} with three static fields for the loads of {@code i}. */
  @Benchmark
  public int staticFields() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      sum += node.a;
      sum ^= first;
      sum += second;
      sum ^= third;
    }
    return sum;
  }

  /** {@link #oneField} through a static method. */
  @Benchmark
  public int staticCall() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      sum += Node.byName(node);
    }
    return sum;
  }

  /** {@link #oneField} through a vtable. */
  @Benchmark
  public int virtualCall() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      sum += node.byClass();
    }
    return sum;
  }

  /** {@link #oneField} through an itable. */
  @Benchmark
  public int interfaceCall() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Linked node = linked[i & (NODES - 1)];
      sum += node.byInterface();
    }
    return sum;
  }

  /** {@link #oneField} and two checks of an assumption flag. */
  @Benchmark
  public int flagChecks() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      if (!flag) {
        return -1;
      }
      sum += node.a;
      if (!flag) {
        return -1;
      }
    }
    return sum;
  }

  /** {@link #oneField} and two null checks. */
  @Benchmark
  public int nullChecks() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = nodes[i & (NODES - 1)];
      if (node == null) {
        return -1;
      }
      sum += node.a;
      if (node == null) {
        return -1;
      }
    }
    return sum;
  }

  /** {@link #oneField} and an exact class check. */
  @Benchmark
  public int classCheck() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = same[i & (NODES - 1)];
      if (node.getClass() != Node.First.class) {
        return -1;
      }
      sum += node.a;
    }
    return sum;
  }

  /** {@link #oneField} and an instanceof check. */
  @Benchmark
  public int instanceOf() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Node node = same[i & (NODES - 1)];
      if (!(node instanceof Node.First)) {
        return -1;
      }
      sum += node.a;
    }
    return sum;
  }

  /** {@link #oneField} and a cast. */
  @Benchmark
  public int checkcast() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      Object object = objects[i & (NODES - 1)];
      sum += ((Node.First) object).a;
    }
    return sum;
  }
}
