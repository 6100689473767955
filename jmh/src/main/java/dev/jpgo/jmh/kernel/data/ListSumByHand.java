package dev.jpgo.jmh.kernel.data;

import dev.jpgo.jmh.workload.Workload;

/** {@link ListSum} over arrays. */
public final class ListSumByHand implements Workload {
  private final int[] numbers = new int[ListSum.SIZE];
  private final int[] squares = new int[ListSum.SIZE];

  public ListSumByHand() {
    for (int i = 0; i < ListSum.SIZE; i++) {
      numbers[i] = i;
      squares[i] = i * i;
    }
  }

  @Override
  public long iterate() {
    long sum = 0;
    for (int round = 0; round < ListSum.ROUNDS; round++) {
      sum += sum();
    }
    return sum;
  }

  private int sum() {
    int sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      int number = numbers[i];
      sum += squares[number] - number;
    }
    return sum;
  }
}
