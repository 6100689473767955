package dev.jpgo.test.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Sorts of every kind, for {@link Sorts}. */
final class SortsSubject {
  /** How many methods there are to call. */
  static final int METHODS = 12;

  private final int factor;

  SortsSubject(int factor) {
    this.factor = factor;
  }

  /** What is sorted. */
  static class Item {
    private final int number;
    private final Integer box;
    private double weight;

    Item(int number, Integer box, double weight) {
      this.number = number;
      this.box = box;
      this.weight = weight;
    }

    int number() {
      return number;
    }

    Integer box() {
      return box;
    }

    double weight() {
      return weight;
    }

    int part() {
      return 1000 / number;
    }

    @Override
    public String toString() {
      return number + "/" + box + "/" + weight;
    }
  }

  static Object byNumber(List<Item> list) {
    list.sort(Comparator.comparingInt(Item::number));
    return list;
  }

  static Object byBoth(List<Item> list) {
    list.sort(Comparator.comparing(Item::box).reversed().thenComparing(Item::number));
    return list;
  }

  static Object byWeight(List<Item> list) {
    Collections.sort(
        list, Comparator.comparingDouble(Item::weight).thenComparingLong(item -> -item.number));
    return list;
  }

  static Object ofArray(List<Item> list) {
    Item[] array = list.toArray(new Item[0]);
    Arrays.sort(array, Comparator.comparing(Item::weight).thenComparing(Item::box));
    return Arrays.toString(array);
  }

  static Object streamed(List<Item> list) {
    return list.stream()
        .sorted(Comparator.comparing(Item::box).thenComparingDouble(Item::weight))
        .filter(item -> Sorts.step(1, item))
        .limit(5)
        .map(item -> Sorts.step(2, item) ? item.toString() : "")
        .collect(Collectors.joining(" "));
  }

  static Object first(List<Item> list) {
    return list.stream()
        .sorted(Comparator.comparingInt(Item::number).reversed())
        .peek(item -> Sorts.step(3, item))
        .findFirst();
  }

  static Object byPart(List<Item> list) {
    list.sort(Comparator.comparing(item -> item.part()));
    return list;
  }

  static Object stacks(List<Item> list) {
    return list.stream()
        .sorted(Comparator.comparingInt(Item::number))
        .map(item -> item.number() > 2 ? "" : Stacks.frames())
        .collect(Collectors.toList());
  }

  Object byProduct(List<Item> list) {
    list.sort(Comparator.comparingInt(item -> item.number() * factor));
    return list;
  }

  static Object grouped(List<Item> list) {
    return list.stream()
        .sorted(Comparator.comparing(Item::weight).reversed())
        .collect(Collectors.groupingBy(item -> item.number() & 3, Collectors.counting()));
  }

  static Object handled(List<Item> list) {
    List<Item> copy = list == null ? null : new ArrayList<>(list);
    try {
      copy.sort(Comparator.comparingInt(Item::part).thenComparing(Item::box));
      return copy;
    } catch (ArithmeticException | NullPointerException e) {
      return Stacks.trace(e) + copy;
    }
  }

  static Object each(List<Item> list) {
    StringBuilder all = new StringBuilder();
    list.stream()
        .sorted(Comparator.comparingInt(Item::number))
        .skip(2)
        .forEachOrdered(
            item -> {
              Sorts.step(4, item);
              all.append(item);
              list.clear();
            });
    return all;
  }
}
