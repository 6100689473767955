package dev.jpgo.test.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps exceptions while the class they come from changes, and asks for their traces in the end.
 * Prints how many kinds of traces there are and the first. Argument: milliseconds.
 */
public final class KeptTraces {
  /** What is called. */
  private static final class Steps {
    private static final int[] SEEN = new int[8];

    private Steps() {}

    static int inner(int by) {
      SEEN[by & 7] += by;
      return 100 / (by % 5);
    }

    static int middle(int by) {
      return inner(by) + 1;
    }

    static int outer(int by) {
      return middle(by) * 2;
    }

    static int first(int by) {
      return by + second(by);
    }

    static int second(int by) {
      return by * 3;
    }

    static int third(int by) {
      return by + fourth(by);
    }

    static int fourth(int by) {
      return by * 5;
    }
  }

  private KeptTraces() {}

  public static void main(String[] arguments) {
    long nanos = Long.parseLong(arguments[0]) * 1_000_000;
    List<Throwable> kept = new ArrayList<>();
    int sum = 0;
    for (int part = 0; part < 3; part++) {
      long end = System.nanoTime() + nanos / 3;
      int count = 0;
      do {
        for (int by = 1; by < 200; by++) {
          sum += part == 1 ? Steps.first(by) : part == 2 ? Steps.third(by) : 0;
          try {
            sum += Steps.outer(by);
          } catch (ArithmeticException e) {
            if (count++ % 50 == 0) {
              kept.add(e);
            }
          }
        }
      } while (System.nanoTime() < end);
    }
    Map<String, Integer> kinds = new TreeMap<>();
    for (Throwable thrown : kept) {
      kinds.merge(List.of(thrown.getStackTrace()).toString(), 1, Integer::sum);
    }
    System.out.println(kinds.keySet());
    System.err.print(sum == 1 ? "odd\n" : "");
  }
}
