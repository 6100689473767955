package dev.jpgo.jmh.kernel.data;

import static dev.jpgo.jmh.kernel.data.LambdaPipeline.PURCHASES;
import static dev.jpgo.jmh.kernel.data.LambdaPipeline.REGIONS;

import dev.jpgo.jmh.workload.Workload;

/** {@link LambdaPipeline} as loops over an array; the sort is a merge sort, as the JDK's is. */
public final class LambdaPipelineByHand implements Workload {
  private static final class Purchase {
    private final int buyer;
    private final int region;
    private final int amount;
    private final boolean paid;

    Purchase(int i) {
      buyer = i * 31 % 47;
      region = i % REGIONS;
      amount = i * 7919 % 503;
      paid = i % 3 != 0;
    }
  }

  private final Purchase[] purchases = new Purchase[PURCHASES];

  public LambdaPipelineByHand() {
    for (int i = 0; i < PURCHASES; i++) {
      purchases[i] = new Purchase(i);
    }
  }

  @Override
  public long iterate() {
    Purchase[] purchases = this.purchases;
    long checksum = 1;
    for (int round = 0; round < LambdaPipeline.ROUNDS; round++) {
      long taxes = 0;
      for (Purchase purchase : purchases) {
        int amount = purchase.amount;
        if (amount >= round * 20) {
          taxes += amount * (round + 5) / 100;
        }
      }
      checksum = checksum * 31 + taxes;
      checksum = checksum * 31 + perRegion(round);
      checksum = checksum * 31 + largest(round + 10);
      int region = round % REGIONS;
      int dearest = -1;
      for (Purchase purchase : purchases) {
        if (purchase.paid && purchase.region == region && purchase.amount > dearest) {
          dearest = purchase.amount;
        }
      }
      checksum = checksum * 31 + dearest;
      int even = 0;
      for (int number = 0; number < 200; number++) {
        if (number % 3 != 0) {
          even += number * 2 + round;
        }
      }
      checksum = checksum * 31 + even;
    }
    return checksum;
  }

  private long perRegion(int buyer) {
    int[] totals = new int[REGIONS];
    boolean[] any = new boolean[REGIONS];
    for (Purchase purchase : purchases) {
      if (purchase.paid && purchase.buyer != buyer) {
        totals[purchase.region] += purchase.amount;
        any[purchase.region] = true;
      }
    }
    long sum = 1;
    for (int region = 0; region < REGIONS; region++) {
      if (any[region]) {
        sum = sum * 31 + region + totals[region];
      }
    }
    return sum;
  }

  private long largest(int count) {
    Purchase[] sorted = purchases.clone();
    sort(sorted, new Purchase[sorted.length], 0, sorted.length);
    int sum = 1;
    for (int i = 0; i < count; i++) {
      sum = sum * 31 + sorted[i].buyer;
    }
    return sum;
  }

  private static void sort(Purchase[] array, Purchase[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(array, spare, from, middle);
    sort(array, spare, middle, to);
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      if (right >= to) {
        spare[i] = array[left++];
      } else if (left >= middle) {
        spare[i] = array[right++];
      } else {
        Purchase one = array[left];
        Purchase other = array[right];
        boolean before =
            one.amount != other.amount
                ? one.amount > other.amount
                : one.buyer != other.buyer ? one.buyer < other.buyer : one.region <= other.region;
        spare[i] = before ? one : other;
        if (before) {
          left++;
        } else {
          right++;
        }
      }
    }
    System.arraycopy(spare, from, array, from, to - from);
  }
}
