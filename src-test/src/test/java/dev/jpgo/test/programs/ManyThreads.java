package dev.jpgo.test.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The same small object-oriented computation on many threads at once, again and again, while tiers
 * change under them. Arguments: milliseconds, kind of thread ({@code platform} or {@code virtual}).
 */
public final class ManyThreads {
  private abstract static class Node {
    abstract int evaluate(int x);
  }

  private static final class Leaf extends Node {
    private final int value;

    Leaf(int value) {
      this.value = value;
    }

    @Override
    int evaluate(int x) {
      return value ^ x;
    }
  }

  private static final class Sum extends Node {
    private final Node left;
    private final Node right;

    Sum(Node left, Node right) {
      this.left = left;
      this.right = right;
    }

    @Override
    int evaluate(int x) {
      return left.evaluate(x) + right.evaluate(x + 1);
    }
  }

  private ManyThreads() {}

  public static void main(String[] arguments) throws Exception {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    Callable<Integer> task = ManyThreads::compute;
    int expected = task.call();
    int wrong = 0;
    try (Closing pool = new Closing(executor(arguments[1]))) {
      do {
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
          results.add(pool.service().submit(task));
        }
        for (Future<Integer> result : results) {
          if (result.get() != expected) {
            wrong++;
          }
        }
      } while (System.nanoTime() < end);
    }
    System.out.println("expected " + expected + " wrong " + wrong);
  }

  private static int compute() {
    Node tree = tree(6);
    int sum = 0;
    for (int i = 0; i < 40; i++) {
      synchronized (ManyThreads.class) {
        sum += tree.evaluate(i) & 1;
      }
      sum += tree.evaluate(i);
      if (i % 10 == 0) {
        Thread.yield();
      }
    }
    return sum;
  }

  private static Node tree(int depth) {
    return depth == 0 ? new Leaf(depth + 3) : new Sum(tree(depth - 1), tree(depth - 1));
  }

  private static ExecutorService executor(String kind) throws ReflectiveOperationException {
    if (kind.equals("virtual")) {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
    return Executors.newFixedThreadPool(8);
  }

  private record Closing(ExecutorService service) implements AutoCloseable {
    @Override
    public void close() {
      service.shutdown();
    }
  }
}
