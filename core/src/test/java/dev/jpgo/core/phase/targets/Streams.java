package dev.jpgo.core.phase.targets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams that are made, used and ended in one expression, and some that are not. */
@SuppressWarnings("unused")
public final class Streams {
  static final StringBuilder LOG = new StringBuilder();

  private Streams() {}

  /** A list that is more than an {@code ArrayList}. */
  static final class Own extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    @Override
    public Stream<String> stream() {
      LOG.append("own ");
      return super.stream().filter(text -> !text.isEmpty());
    }
  }

  private static <T> T log(T value) {
    LOG.append(value).append(' ');
    return value;
  }

  private static List<String> names() {
    return new ArrayList<>(List.of("one", "three", "", "seventeen"));
  }

  private static String over(List<String> list) {
    LOG.setLength(0);
    return summed(list)
        + " "
        + lengths(list)
        + " "
        + shown(list)
        + " "
        + joined(list)
        + " "
        + searched(list)
        + " "
        + collected(list)
        + " "
        + LOG;
  }

  static String overAnArrayList() {
    return over(names());
  }

  static String overOthers() {
    Own own = new Own();
    own.addAll(names());
    return over(new LinkedList<>(names()))
        + over(own)
        + over(Arrays.asList("a", "bb"))
        + over(new ArrayList<>());
  }

  static String overNull() {
    return over(null);
  }

  private static int summed(List<String> list) {
    return list.stream().filter(text -> log(text).length() > 2).mapToInt(String::length).sum();
  }

  private static long lengths(List<String> list) {
    int by = list.size();
    return list.stream().map(text -> text + by).mapToLong(text -> log(text).length() << 3).sum();
  }

  private static String shown(List<String> list) {
    StringBuilder shown = new StringBuilder();
    list.stream().peek(Streams::log).map(String::length).forEach(shown::append);
    return shown.toString();
  }

  private static String joined(List<String> list) {
    return list.stream().reduce("", (left, right) -> log(left) + "," + right);
  }

  private static boolean searched(List<String> list) {
    return list.stream().anyMatch(text -> log(text).isEmpty())
        | list.stream().map(String::length).allMatch(length -> log(length) > 0)
        | list.stream().noneMatch(text -> log(text).length() > 5);
  }

  private static String collected(List<String> list) {
    return list.stream().map(String::length).collect(Collectors.toList())
        + list.stream().filter(text -> !log(text).isEmpty()).collect(Collectors.joining("-"))
        + list.stream()
            .collect(
                Collectors.collectingAndThen(
                    Collectors.mapping(text -> log(text) + "!", Collectors.toList()), List::size))
        + list.stream().collect(Collectors.toCollection(() -> log(new ArrayList<>())))
        + list.stream().collect(Collectors.groupingBy(String::length, Collectors.counting()));
  }

  private static Object collectedByOther(List<String> list) {
    Collector<String, ?, List<String>> collector = Collectors.toList();
    return list.stream().collect(list.isEmpty() ? null : collector);
  }

  /** Asked for what it is by the one that it is handed to, in front of the first element. */
  private static Object collectedByOtherInside(List<String> list) {
    Collector<String, ?, List<String>> collector = list.isEmpty() ? null : Collectors.toList();
    return list.stream().collect(Collectors.mapping(text -> log(text) + "?", collector));
  }

  // --- ranges

  static String overRanges() {
    LOG.setLength(0);
    StringBuilder text = new StringBuilder();
    for (int to = -1; to < 6; to++) {
      text.append(squares(0, to)).append(' ').append(products(to)).append(' ');
      boxed(to);
      text.append(found(to)).append(' ').append(wide(to)).append(' ');
    }
    List<Integer> all =
        IntStream.range(0, 5).filter(i -> i != 2).boxed().collect(Collectors.toList());
    return text.append(all).append(LOG).toString();
  }

  private static int squares(int from, int to) {
    return IntStream.range(from, to).map(i -> log(i) * i).filter(i -> (i & 1) == 0).sum();
  }

  private static int products(int to) {
    return IntStream.range(1, to).reduce(1, (left, right) -> left * right);
  }

  private static void boxed(int to) {
    IntStream.range(0, to).boxed().filter(i -> i % 2 == 0).forEach(i -> log(i));
    IntStream.range(0, to).filter(i -> i % 3 == 0).forEach(Streams::log);
  }

  private static boolean found(int to) {
    return IntStream.range(0, to).anyMatch(i -> log(i) == 3)
        ^ IntStream.range(0, to).allMatch(i -> log(i) < 4)
        ^ IntStream.range(0, to).noneMatch(i -> log(i) == 4);
  }

  private static long wide(int to) {
    return IntStream.range(0, to).mapToLong(i -> i * 5_000_000_000L).sum()
        + IntStream.range(0, to).mapToObj(i -> "a" + i).mapToInt(String::length).sum();
  }

  // --- functions that were there before

  private static int given(IntPredicate predicate) {
    return IntStream.range(0, 4).filter(predicate).sum();
  }

  static int aNullFunction() {
    return given(null);
  }

  private static String combined(List<String> list, Predicate<String> first, int bound) {
    Predicate<String> both = first.and(text -> log(text).length() < bound);
    return list.stream()
            .filter(both)
            .map(text -> text + '.')
            .filter(both)
            .reduce("", String::concat)
        + list.stream().anyMatch(both.negate());
  }

  private static String givenEnds(
      List<String> list,
      Consumer<Integer> consumer,
      IntPredicate predicate,
      ToIntFunction<String> length,
      BinaryOperator<Integer> operator) {
    list.stream().map(text -> log(text).length()).forEach(consumer);
    return IntStream.range(0, list.size()).allMatch(predicate)
        + " "
        + list.stream().filter(text -> log(text) != null).mapToInt(length).sum()
        + IntStream.range(0, 5).boxed().peek(consumer).reduce(3, operator);
  }

  private static final Predicate<String> SHORT = text -> log(text).length() < 4;

  private static int fromFields(List<String> list) {
    Predicate<String> small = SHORT;
    return list.stream().filter(small).mapToInt(String::length).sum();
  }

  static String givenFunctions() {
    LOG.setLength(0);
    StringBuilder text = new StringBuilder();
    for (int bound = 0; bound < 8; bound++) {
      for (List<String> list : List.of(names(), new LinkedList<>(names()))) {
        text.append(combined(list, each -> log(each).isEmpty() || each.length() > 3, bound));
        text.append(givenEnds(list, Streams::log, i -> log(i) < 2, String::length, Math::max));
        text.append(fromFields(list)).append(given(i -> log(i) > 1));
      }
    }
    return text.append(LOG).toString();
  }

  /** Each of them in turn; the one that is null is told from the others by what ran before. */
  static String nullFunctions() {
    LOG.setLength(0);
    for (int which = 0; which < 5; which++) {
      try {
        log(
            givenEnds(
                names(),
                which == 0 ? null : each -> log(each),
                which == 1 ? null : i -> log(i) < 2,
                which == 2 ? null : String::length,
                which == 3 ? null : (left, right) -> log(left) + right));
      } catch (NullPointerException e) {
        log(which);
      }
    }
    return LOG.toString();
  }

  private static String givenBehindOther(List<String> list, BinaryOperator<String> operator) {
    return list.stream().filter(text -> log(text) != null).reduce(log("start"), operator);
  }

  /** What stands between the calls is done once, though the stream is never made. */
  static String nullBehindOther() {
    LOG.setLength(0);
    log(givenBehindOther(names(), String::concat));
    try {
      log(givenBehindOther(names(), null));
    } catch (NullPointerException e) {
      log("null");
    }
    return LOG.toString();
  }

  private static Predicate<String> shorter(int bound) {
    return text -> text.length() < log(bound);
  }

  private static int computedMeanwhile(List<String> list) {
    return list.stream().filter(shorter(4)).mapToInt(String::length).sum();
  }

  private static int loadedMeanwhile(List<String> list) {
    return list.stream().filter(SHORT).mapToInt(String::length).sum();
  }

  // --- what is left alone

  static String others() {
    LOG.setLength(0);
    return kept()
        + " "
        + counted()
        + " "
        + sorted()
        + " "
        + computedMeanwhile(names())
        + loadedMeanwhile(names())
        + LOG
        + toArray();
  }

  /** What a reduction starts with is the same object, whichever list there is nothing in. */
  static boolean startsAlike() {
    return start(new ArrayList<>()) == start(new LinkedList<>())
        && collectedStart(new ArrayList<>()) == collectedStart(new LinkedList<>());
  }

  private static Object start(List<UnaryOperator<String>> list) {
    return list.stream().filter(each -> each != null).reduce(text -> text, (f, g) -> g);
  }

  private static Object collectedStart(List<UnaryOperator<String>> list) {
    return list.stream().collect(Collectors.reducing(text -> text, (f, g) -> g));
  }

  /** A function that shows itself. */
  interface Shown extends Function<String, String> {
    List<Object> SEEN = new ArrayList<>();

    String of(String text);

    @Override
    default String apply(String text) {
      SEEN.add(this);
      return of(text);
    }
  }

  private static String shownByItself(List<String> list) {
    return list.stream().map((Shown) text -> text + '.').reduce("", String::concat);
  }

  static boolean isShownAlike() {
    Shown.SEEN.clear();
    shownByItself(names());
    shownByItself(new LinkedList<>(names()));
    return Shown.SEEN.get(0) == Shown.SEEN.get(Shown.SEEN.size() - 1);
  }

  private static int kept() {
    IntStream stream = IntStream.range(0, 4);
    return stream.filter(i -> i > 1).sum() + (stream.isParallel() ? 1 : 0);
  }

  private static long counted() {
    return names().stream().map(Streams::log).count();
  }

  private static int sorted() {
    return names().stream().sorted().mapToInt(String::length).sum();
  }

  private static int toArray() {
    return names().stream().map(String::length).toArray().length;
  }

  private static void onlyShown(List<String> list) {
    list.stream().forEach(Streams::log);
  }

  // --- what stands in between, around and behind

  static String inBetween() {
    LOG.setLength(0);
    return between(names()) + " " + nested(names()) + " " + LOG;
  }

  private static String between(List<String> list) {
    String start;
    return list.stream()
            .map(log(1) > 0 ? text -> text + "!" : text -> text + "?")
            .reduce(start = new String(log("start")), (left, right) -> left + right)
        + start;
  }

  private static int nested(List<String> list) {
    return list.stream()
        .mapToInt(text -> IntStream.range(0, text.length()).map(i -> log(i) + 1).sum())
        .reduce(list.stream().mapToInt(String::length).sum(), (left, right) -> left * 3 + right);
  }

  static String handled() {
    return tried(names(), 3) + tried(names(), 30) + tried(null, 1);
  }

  private static String tried(List<String> list, int bound) {
    int at = 1;
    try {
      at = list.stream().mapToInt(text -> atMost(text.length(), bound)).sum();
      at += IntStream.range(0, bound).map(i -> atMost(i, 7)).sum();
    } catch (IllegalArgumentException e) {
      return at + " " + e.getMessage() + " ";
    } catch (NullPointerException e) {
      return at + " null ";
    } finally {
      at++;
    }
    return at + " ";
  }

  private static int atMost(int number, int bound) {
    if (number > bound) {
      throw new IllegalArgumentException(number + " is over " + bound);
    }
    return number;
  }

  // --- lists that change

  static String changing() {
    StringBuilder text = new StringBuilder();
    for (int how = 0; how < 6; how++) {
      text.append(changed(names(), how)).append(searchedAndChanged(names(), how));
    }
    return text.toString();
  }

  private static String changed(List<String> list, int how) {
    try {
      int sum = list.stream().mapToInt(text -> change(list, text, how)).sum();
      return sum + " ";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " ";
    }
  }

  private static String searchedAndChanged(List<String> list, int how) {
    try {
      boolean found = list.stream().anyMatch(text -> change(list, text, how) == 5);
      return found + " " + list + " ";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " " + list + " ";
    }
  }

  private static int change(List<String> list, String text, int how) {
    switch (how) {
      case 1 -> list.add(text);
      case 2 -> list.set(3, "set");
      case 3 -> list.remove(0);
      case 4 -> list.clear();
      case 5 -> {
        if (list.size() > 1) {
          list.subList(1, list.size()).clear();
          ((ArrayList<String>) list).trimToSize();
        }
      }
      default -> {
        // It stays as it is.
      }
    }
    return text == null ? -1 : text.length();
  }

  // --- conversions

  static String converted() {
    Predicate<Object> any = value -> value != null;
    List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
    return numbers.stream().mapToInt(Integer::intValue).sum()
        + " "
        + numbers.stream()
            .map(number -> (char) ('a' + number))
            .reduce('x', (a, b) -> (char) (a + b))
        + " "
        + numbers.stream().map(number -> number > 1).filter(Boolean::booleanValue).allMatch(b -> b)
        + " "
        + numbers.stream().mapToLong(number -> number).sum();
  }
}
