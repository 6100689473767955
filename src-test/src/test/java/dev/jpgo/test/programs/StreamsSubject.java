package dev.jpgo.test.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams of every kind, for {@link Streams}. */
final class StreamsSubject {
  /** How many methods there are to call. */
  static final int METHODS = 27;

  /** How many of them, the first ones, do nothing with a list but look through it once. */
  static final int SIMPLE = 7;

  /** The last place of a function. */
  static final int PLACES = 48;

  private static Object last;
  private static int same;

  private StreamsSubject() {}

  /** Forgets what calls have left. */
  static void forget() {
    last = null;
    same = 0;
  }

  static int sum(List<String> list) {
    return list.stream().filter(x -> Streams.step(1, x)).mapToInt(x -> at(2, x)).sum();
  }

  static long longSum(List<String> list) {
    return list.stream().map(x -> x + at(3, x)).mapToLong(String::length).sum();
  }

  static String each(List<String> list) {
    StringBuilder all = new StringBuilder();
    list.stream().peek(x -> at(4, x)).filter(x -> !x.isEmpty()).forEach(x -> all.append(at(5, x)));
    return all.toString();
  }

  static String reduced(List<String> list) {
    return list.stream().reduce("start", (x, y) -> Streams.step(6, y) ? x + y : y);
  }

  static boolean any(List<String> list) {
    return list.stream().map(x -> x + at(7, x)).anyMatch(x -> x.startsWith("d"));
  }

  static boolean all(List<String> list) {
    return list.stream().allMatch(x -> Streams.step(8, x) && x.length() < 5);
  }

  static boolean none(List<String> list) {
    return list.stream().noneMatch(x -> Streams.step(9, x) && x.isEmpty());
  }

  static String collected(List<String> list) {
    return list.stream().map(x -> x + at(36, x)).collect(Collectors.toList())
        + list.stream()
            .filter(x -> !x.isEmpty())
            .peek(x -> at(37, x))
            .collect(
                Collectors.toCollection(
                    () -> grow(38, list) ? new ArrayList<>(List.of("grown")) : new ArrayList<>()))
            .toString();
  }

  static Object collectedFromRanges(int from, int to) {
    return IntStream.range(from, to)
            .filter(x -> x != 1)
            .boxed()
            .collect(Collectors.reducing(0, x -> at(39, x), Integer::sum))
        + IntStream.range(from, to)
            .map(x -> x + 1)
            .mapToObj(x -> "x".repeat(x))
            .collect(
                Collectors.collectingAndThen(
                    Collectors.groupingBy(x -> at(40, x)), map -> at(41, map.toString())));
  }

  /** Functions that were there before, or are null then. */
  static String given(List<String> list) {
    Predicate<String> small = x -> at(42, x) < 5;
    Predicate<String> both =
        Streams.isMeant(43) ? null : small.and(x -> !x.isEmpty() && Streams.step(44, x));
    BinaryOperator<String> join = Streams.isMeant(45) ? null : (x, y) -> x + at(46, y);
    return list.stream().filter(both).map(x -> x + '.').filter(both).reduce("", join);
  }

  static int givenToRanges(int from, int to) {
    IntPredicate others = Streams.isMeant(47) ? null : x -> at(48, x) != 2;
    return IntStream.range(from, to).filter(others).map(x -> x + 1).sum()
        + (IntStream.range(from, to).map(x -> x * 2).allMatch(others) ? 1 : 0);
  }

  static int ranges(int from, int to) {
    return IntStream.range(from, to).map(x -> x * at(10, x)).filter(x -> (x & 1) == 0).sum()
        + IntStream.range(to, from).filter(x -> Streams.step(11, x)).sum()
        + IntStream.range(from, to).map(x -> x + 1).reduce(from, (x, y) -> x * 31 + at(12, y));
  }

  static String boxes(int from, int to) {
    StringBuilder all = new StringBuilder();
    IntStream.range(from, to).filter(x -> x != 2).forEach(x -> all.append(at(13, x)));
    IntStream.range(from, to).boxed().map(x -> at(14, x)).forEach(all::append);
    return all.toString();
  }

  static long objects(int from, int to) {
    return IntStream.range(from, to).mapToObj(x -> "x".repeat(x)).mapToInt(x -> at(15, x)).sum()
        + IntStream.range(from, to).mapToLong(x -> at(16, x)).sum();
  }

  static int searches(int from, int to) {
    return (IntStream.range(from, to).anyMatch(x -> at(17, x) > 5) ? 1 : 0)
        + (IntStream.range(from, to).allMatch(x -> at(18, x) < 3) ? 2 : 0)
        + (IntStream.range(from, to).map(x -> -x).noneMatch(x -> at(19, x) > 7) ? 4 : 0);
  }

  static boolean grows(List<String> list) {
    list.stream().filter(x -> true).forEach(x -> grow(20, list));
    return list.isEmpty();
  }

  static boolean growsWhileSearched(List<String> list) {
    return list.stream().anyMatch(x -> grow(21, list) && x.equals("a"));
  }

  private static boolean grow(int place, List<String> list) {
    return Streams.isMeant(place) && list.add("more");
  }

  static boolean shrinks(List<String> list) {
    return list.stream().allMatch(x -> !Streams.isMeant(22) || isCut(list));
  }

  private static boolean isCut(List<String> list) {
    list.clear();
    list.addAll(List.of("f", "g"));
    if (list instanceof ArrayList<String> array) {
      array.trimToSize();
    }
    return true;
  }

  static String isReplaced(List<String> list) {
    return list.stream()
        .map(x -> Streams.isMeant(23) ? list.set(4, "new") : x)
        .reduce("", String::concat);
  }

  static int nested(List<String> list) {
    return list.stream()
        .filter(x -> list.stream().anyMatch(y -> Streams.step(24, y) && y.length() > x.length()))
        .map(String::length)
        .reduce(list.stream().mapToInt(x -> at(25, x)).sum(), (x, y) -> x * 3 + at(26, y));
  }

  static String handled(List<String> list) {
    String result = "none";
    try {
      result = "made " + list.stream().map(x -> x + at(27, x)).reduce("", String::concat);
      return result + list.stream().noneMatch(x -> Streams.step(28, x) && x.length() > 8);
    } catch (IllegalStateException e) {
      return result + " for " + e.getMessage();
    } finally {
      Streams.step(Streams.NEVER, result);
    }
  }

  static int locked(List<String> list) {
    Object lock = new Object();
    int sum;
    synchronized (lock) {
      sum = list.stream().mapToInt(x -> Thread.holdsLock(lock) ? at(29, x) : 1000).sum();
    }
    return Thread.holdsLock(lock) ? -1 : sum;
  }

  static int looped(List<String> list) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
      int least = i;
      if (list.stream().allMatch(x -> x.length() < least)) {
        continue;
      }
      sum += list.stream().filter(x -> x.length() > least).mapToInt(x -> at(30, x)).sum();
    }
    return sum;
  }

  static String initial(List<String> list) {
    return list.stream()
        .map(x -> x + at(31, x))
        .reduce(new StringBuilder().append(at(32, list.remove(0))).toString(), String::concat);
  }

  /** Not written as a loop: whether it is the same function shows. */
  static int kept(List<String> list) {
    Predicate<String> function;
    boolean found = list.stream().map(x -> x).anyMatch(function = x -> Streams.step(33, x));
    same += function == last ? 1 : 0;
    last = function;
    return found && Streams.isMeant(0) ? same : -1;
  }

  static String stacks(List<String> list) {
    StringBuilder all = new StringBuilder();
    list.stream().filter(x -> x.equals("d")).forEach(x -> all.append(frames(34)));
    return all.toString();
  }

  private static String frames(int place) {
    if (!Streams.isMeant(place)) {
      return "";
    }
    return Stacks.frames();
  }

  /** What a class is made of before it is one. */
  private static class Size {
    final int size;

    Size(int size) {
      this.size = size;
    }
  }

  /** Adds up before its superclass is initialized. */
  static final class Sized extends Size {
    Sized(List<String> list) {
      super(list.stream().map(x -> x + x).mapToInt(x -> at(35, x)).sum());
    }
  }

  private static int at(int place, Object element) {
    Streams.step(place, element);
    return element instanceof Integer number ? number : String.valueOf(element).length();
  }
}
