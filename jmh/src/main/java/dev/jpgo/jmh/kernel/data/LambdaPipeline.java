package dev.jpgo.jmh.kernel.data;

import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Questions about purchases, asked by streams of lambdas, capturing and not, and collectors. */
public final class LambdaPipeline implements Workload {
  static final int PURCHASES = 350;
  static final int ROUNDS = 16;
  static final int REGIONS = 5;

  /** Who bought how much of what. */
  record Purchase(int buyer, int region, int amount, boolean paid) {
    static Purchase of(int i) {
      return new Purchase(i * 31 % 47, i % REGIONS, i * 7919 % 503, i % 3 != 0);
    }

    int tax(int percent) {
      return amount * percent / 100;
    }
  }

  private final List<Purchase> purchases = new ArrayList<>();

  public LambdaPipeline() {
    for (int i = 0; i < PURCHASES; i++) {
      purchases.add(Purchase.of(i));
    }
  }

  @Override
  public long iterate() {
    long checksum = 1;
    for (int round = 0; round < ROUNDS; round++) {
      checksum = checksum * 31 + taxes(round + 5, round * 20);
      checksum = checksum * 31 + perRegion(round);
      checksum = checksum * 31 + largest(round + 10);
      checksum = checksum * 31 + dearestPaid(round % REGIONS).map(Purchase::amount).orElse(-1);
      checksum = checksum * 31 + even(round);
    }
    return checksum;
  }

  /** A filter and a map that capture their arguments. */
  private long taxes(int percent, int atLeast) {
    return purchases.stream()
        .filter(purchase -> purchase.amount() >= atLeast)
        .mapToLong(purchase -> purchase.tax(percent))
        .sum();
  }

  private long perRegion(int buyer) {
    Predicate<Purchase> paid = Purchase::paid;
    Predicate<Purchase> wanted = paid.and(purchase -> purchase.buyer() != buyer);
    Map<Integer, Integer> totals =
        purchases.stream()
            .filter(wanted)
            .collect(
                Collectors.groupingBy(
                    Purchase::region, TreeMap::new, Collectors.summingInt(Purchase::amount)));
    long sum = 1;
    for (Map.Entry<Integer, Integer> total : totals.entrySet()) {
      sum = sum * 31 + total.getKey() + total.getValue();
    }
    return sum;
  }

  private long largest(int count) {
    return purchases.stream()
        .sorted(
            Comparator.comparing(Purchase::amount)
                .reversed()
                .thenComparing(Purchase::buyer)
                .thenComparing(Purchase::region))
        .limit(count)
        .map(Purchase::buyer)
        .reduce(1, (sum, buyer) -> sum * 31 + buyer);
  }

  private Optional<Purchase> dearestPaid(int region) {
    return purchases.stream()
        .filter(Purchase::paid)
        .filter(purchase -> purchase.region() == region)
        .max(Comparator.comparingInt(Purchase::amount));
  }

  private long even(int round) {
    Function<Integer, Integer> twice = number -> number * 2;
    Function<Integer, Integer> step = twice.andThen(number -> number + round);
    return IntStream.range(0, 200)
        .filter(number -> number % 3 != 0)
        .boxed()
        .map(step)
        .mapToInt(Integer::intValue)
        .sum();
  }
}
