package dev.jpgo.core.phase.targets;

import dev.jpgo.core.phase.targets.far.Square;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Lambdas and method references that are called where they are made, and some that are not. */
@SuppressWarnings({"unused", "unchecked", "rawtypes"})
public final class Functions {
  static final StringBuilder LOG = new StringBuilder();
  static final List<Object> KEPT = new ArrayList<>();

  private final int base;
  private final String[] names = {"one", "three", "", "seventeen"};

  Functions(int base) {
    this.base = base;
  }

  /** With one class below it, whose methods are inlined behind a check. */
  public static class Row {
    final int[] numbers = {3, 1, 4, 1, 5};

    void each(Consumer<Integer> consumer) {
      for (int number : numbers) {
        consumer.accept(number);
      }
    }

    int first(IntUnaryOperator operator) {
      return operator.applyAsInt(numbers[0]);
    }
  }

  /** To implement it is to initialize it. */
  public interface Eager {
    Object BY_CODE = new Object();

    int apply(int value);

    default int twice(int value) {
      return apply(apply(value));
    }
  }

  public interface Below extends Eager {}

  static int eager() {
    Eager eager = value -> value + 1;
    return eager.apply(1);
  }

  static int belowEager() {
    Below below = value -> value + 2;
    return below.apply(1);
  }

  static int ofFar() {
    ToIntFunction<Square> far = square -> 5;
    return far.applyAsInt(null);
  }

  record Pair(String left, int right) {}

  private static int call(IntUnaryOperator operator, int value) {
    return operator.applyAsInt(value);
  }

  private static int call(IntBinaryOperator operator, int a, int b) {
    return operator.applyAsInt(a, b);
  }

  private static <T, R> R apply(Function<T, R> function, T value) {
    return function.apply(value);
  }

  private static <T> T get(Supplier<T> supplier) {
    return supplier.get();
  }

  private static <T> T combine(BinaryOperator<T> operator, T a, T b) {
    return operator.apply(a, b);
  }

  /** What the second function captures is what the first one, which counts its calls, answered. */
  static String capturingAnAnswer() {
    int[] calls = new int[1];
    IntUnaryOperator first = x -> x + ++calls[0];
    int answer = first.applyAsInt(10);
    IntUnaryOperator second = x -> x * answer;
    return second.applyAsInt(3) + " " + calls[0];
  }

  private interface Boxed {
    int of(Integer value);
  }

  /** The same, where the answer comes by way of a reference to the first function. */
  static String capturingAnAnswerByReference() {
    int[] calls = new int[1];
    IntUnaryOperator first = x -> x + ++calls[0];
    Boxed reference = first::applyAsInt;
    int answer = reference.of(10);
    IntUnaryOperator second = x -> x * answer;
    return second.applyAsInt(3) + " " + calls[0];
  }

  private static <T> int count(T[] all, Predicate<? super T> predicate) {
    int count = 0;
    for (T each : all) {
      if (predicate.test(each)) {
        count++;
      }
    }
    return count;
  }

  private static int keep(IntUnaryOperator operator, int value) {
    KEPT.add(operator);
    return operator.applyAsInt(value);
  }

  private static int keepSome(IntUnaryOperator operator, int value) {
    if (value == 77) {
      KEPT.add(operator);
    }
    return operator.applyAsInt(value);
  }

  static int direct(int n) {
    IntUnaryOperator operator = x -> x * 3 + n;
    return operator.applyAsInt(n) + operator.applyAsInt(1);
  }

  static int notCapturing() {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += call(x -> x * 3 + 1, i);
    }
    return sum;
  }

  static long capturing() {
    long sum = 0;
    for (int i = 0; i < 10; i++) {
      long a = i * 10_000_000_000L;
      double b = i / 2.0;
      int c = i;
      sum += call(x -> (int) (a / (x + 1) + b * c), i);
    }
    return sum;
  }

  private int half(int x) {
    return x / 2 + base;
  }

  int ofThis() {
    int sum = call(x -> names[x & 3].length() + base, 3);
    sum += call(this::half, 9);
    sum += count(names, name -> name.length() > base);
    return sum;
  }

  static int ofThese() {
    return new Functions(2).ofThis() + new Functions(4).ofThis();
  }

  static int references() {
    int sum = call(Math::max, 3, 4) + call(Integer::sum, 5, 6);
    sum += Functions.<String, Integer>apply(String::length, "four");
    sum += combine(Integer::sum, 1000, 2000);
    sum += combine((a, b) -> a * b, 20, 30);
    return sum + Functions.<Integer, Integer>apply(Integer::intValue, 12345);
  }

  static String bound(String text) {
    return get(text::trim) + Functions.<Object, Boolean>apply(text::equals, "x");
  }

  static String boundToNull() {
    return bound(" x ") + bound(null);
  }

  static String constructors() {
    List<String> list = get(ArrayList::new);
    list.add("x");
    BiFunction<String, Integer, Pair> pair = Pair::new;
    Function<String, StringBuilder> builder = StringBuilder::new;
    IntFunction<int[]> array = int[]::new;
    return list + "" + pair.apply("a", 3) + builder.apply("b") + array.apply(3).length;
  }

  static String effects() {
    LOG.setLength(0);
    Consumer<String> add = KEPT::add;
    Consumer<String> log = LOG::append;
    log.accept("a");
    add.accept("kept");
    Runnable run = () -> LOG.append(KEPT.size());
    run.run();
    KEPT.clear();
    return LOG.toString();
  }

  /** The class of the argument is tested where the functional method is called. */
  static String polluted() {
    Function function = (Function<String, Integer>) text -> text.length();
    StringBuilder result = new StringBuilder();
    for (Object each : new Object[] {"text", 5, null}) {
      try {
        result.append(function.apply(each));
      } catch (ClassCastException e) {
        result.append(e.getMessage());
      } catch (NullPointerException e) {
        result.append("null");
      }
    }
    return result.toString();
  }

  static String unboxedNull() {
    BinaryOperator<Integer> sum = Integer::sum;
    return "" + sum.apply(1, 2) + sum.apply(3, null);
  }

  static int overRows() {
    Row row = new Row();
    int[] sum = {0};
    for (int i = 0; i < 5; i++) {
      int factor = i;
      row.each(number -> sum[0] += number * factor);
      sum[0] = sum[0] * 31 + row.first(x -> x + factor);
    }
    return sum[0];
  }

  private static int given(Row row, int factor) {
    return row.first(x -> x + factor);
  }

  static int overGiven() {
    Row[] rows = {new Row(), new Row(), null};
    int sum = 0;
    for (int i = 0; i < rows.length; i++) {
      try {
        sum = sum * 31 + given(rows[i], i);
      } catch (NullPointerException e) {
        sum++;
      }
    }
    return sum;
  }

  static boolean identities() {
    KEPT.clear();
    for (int i = 70; i < 80; i++) {
      keep(x -> x + 1, i);
      keepSome(x -> x + 2, i);
    }
    boolean same = true;
    for (int i = 0; i < 8; i++) {
      same &= KEPT.get(0) == KEPT.get(i == 7 ? 6 : i);
    }
    return same && KEPT.get(0) != KEPT.get(8) && KEPT.size() == 11;
  }

  static int nested() {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      int a = i;
      sum += call(x -> call(y -> y * a + x, x + 1), i);
      sum += Functions.<Integer, Integer>apply(x -> get(() -> x + a), i);
    }
    return sum;
  }

  static String composed() {
    Function<Integer, Integer> twice = x -> x * 2;
    Function<Integer, String> all = twice.andThen(x -> x + 1).andThen(Object::toString);
    return all.apply(20) + Function.<Integer>identity().apply(3);
  }

  static String failing() {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      int divisor = i;
      try {
        result.append(call(x -> x / divisor, 10));
      } catch (ArithmeticException e) {
        result.append(e.getMessage()).append(divisor);
      }
    }
    return result.toString();
  }

  static String wider() {
    ToIntFunction<Character> code = c -> c;
    java.util.function.IntToLongFunction square = Math::abs;
    Function<Integer, Object> object = x -> x;
    Supplier<Long> number = () -> 5L;
    return code.applyAsInt('a') + " " + square.applyAsLong(-4) + object.apply(3) + number.get();
  }

  private static int select(Object[] values, Object wanted) {
    return count(values, wanted::equals);
  }

  static int selected() {
    return select(new Object[] {1, "x", null, "x"}, "x");
  }

  /** Has a private method of the name and type of its subtype's functional one. */
  public interface Hiding {
    private int apply(int x) {
      return x + 1;
    }

    static int ofThis(int factor) {
      Hidden hidden = x -> x * factor;
      Hiding hiding = hidden;
      return hiding.apply(5) * 100 + hidden.apply(5);
    }
  }

  /** The functional method does not override the private one. */
  public interface Hidden extends Hiding {
    int apply(int x);
  }

  static int hidden() {
    return Hiding.ofThis(3);
  }
}
