package dev.jpgo.jmh.kernel.data;

import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** For-each over boxed numbers, and look-ups in a map: nearly all of it is the JDK's code. */
public final class ListSum implements Workload {
  static final int SIZE = 500;
  static final int ROUNDS = 250;

  private final List<Integer> numbers = new ArrayList<>();
  private final Map<Integer, Integer> squares = new HashMap<>();

  public ListSum() {
    for (int i = 0; i < SIZE; i++) {
      numbers.add(i);
      squares.put(i, i * i);
    }
  }

  @Override
  public long iterate() {
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sum += sum();
    }
    return sum;
  }

  private int sum() {
    int sum = 0;
    for (Integer number : numbers) {
      Integer square = squares.get(number);
      if (square != null) {
        sum += square - number;
      }
    }
    return sum;
  }
}
