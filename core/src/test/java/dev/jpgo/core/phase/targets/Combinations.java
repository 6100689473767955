package dev.jpgo.core.phase.targets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Functions that the JDK makes of others, called where that is seen, and some that are not. */
@SuppressWarnings({"unused", "unchecked", "rawtypes", "ReturnValueIgnored"})
public final class Combinations {
  static final List<Object> KEPT = new ArrayList<>();
  static final StringBuilder LOG = new StringBuilder();

  private Combinations() {}

  /** Overrides a combinator, with an effect. */
  interface Logged<T, R> extends Function<T, R> {
    @Override
    default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) {
      LOG.append("then ");
      Objects.requireNonNull(after);
      return x -> after.apply(apply(x));
    }
  }

  /** Looks like the JDK's, and has an effect. */
  interface Step {
    int step(int x);

    default Step then(Step next) {
      LOG.append("step ");
      return x -> next.step(step(x));
    }

    default Step again(Step next) {
      Objects.requireNonNull(next);
      return x -> next.step(step(x));
    }
  }

  static int ints() {
    IntUnaryOperator twice = x -> x * 2;
    IntUnaryOperator operator = twice.andThen(x -> x + 1).compose(x -> x - 3);
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum = sum * 3 + operator.applyAsInt(i);
    }
    sum += operator.applyAsInt(operator.andThen(operator).applyAsInt(sum));
    return sum;
  }

  static String functions() {
    Function<Integer, Integer> twice = x -> x * 2;
    Function<Integer, String> all = twice.andThen(x -> x + 1).andThen(Object::toString);
    Function<String, String> text = all.compose(String::length);
    return all.apply(20) + text.apply("four");
  }

  static String identity() {
    Function<String, String> same = Function.identity();
    UnaryOperator<String> one = UnaryOperator.identity();
    return same.apply("a") + one.andThen(x -> x + "b").apply("c") + same.compose(one).apply("d");
  }

  static int predicates() {
    Predicate<String> blank = String::isBlank;
    Predicate<String> some = blank.negate().and(x -> x.length() > 1).or(x -> x.equals("y"));
    Predicate<String> other = Predicate.not(some);
    int found = 0;
    for (String each : new String[] {"", "x", "y", "xyz", "  "}) {
      found = found * 4 + (some.test(each) ? 1 : 0) + (other.test(each) ? 2 : 0);
    }
    IntPredicate even = x -> x % 2 == 0;
    IntPredicate odd = even.negate().and(x -> x > 3).or(x -> x == 0);
    for (int i = 0; i < 6; i++) {
      found = found * 2 + (odd.test(i) ? 1 : 0);
    }
    BiPredicate<Integer, Integer> less = (a, b) -> a < b;
    return found + (less.or(Object::equals).negate().test(3, 3) ? 5 : 7);
  }

  static String pairs() {
    BiFunction<Integer, Integer, Integer> sum = Integer::sum;
    BinaryOperator<Integer> least = BinaryOperator.minBy((a, b) -> b - a);
    return sum.andThen(x -> "s" + x).apply(3, 4)
        + least.apply(5, 6)
        + least.andThen(x -> x).apply(8, 7);
  }

  static String consumers() {
    LOG.setLength(0);
    Consumer<String> log = LOG::append;
    log.andThen(x -> LOG.append(x.length())).andThen(log).accept("abc");
    IntConsumer number = LOG::append;
    number.andThen(x -> LOG.append(-x)).accept(4);
    return LOG.toString();
  }

  static double numbers() {
    DoubleUnaryOperator half = x -> x / 2;
    LongUnaryOperator next = x -> x + 1;
    return half.andThen(x -> x - 1).compose(Math::abs).applyAsDouble(-7)
        + next.compose(x -> x << 33).andThen(Math::negateExact).applyAsLong(2);
  }

  /** The last of them is given. */
  private static int with(IntUnaryOperator given, int value) {
    IntUnaryOperator twice = x -> x * 2;
    IntUnaryOperator all = twice.andThen(given);
    return all.applyAsInt(value) + twice.compose(given).applyAsInt(value);
  }

  static String given() {
    StringBuilder result = new StringBuilder().append(with(x -> x + 5, 3));
    try {
      result.append(with(null, 3));
    } catch (NullPointerException e) {
      result.append("null");
    }
    return result.toString();
  }

  private static int unused(IntUnaryOperator given, int value) {
    IntUnaryOperator twice = x -> x * 2;
    IntUnaryOperator all = twice.andThen(given);
    return twice.applyAsInt(value);
  }

  static String unusedOnes() {
    StringBuilder result = new StringBuilder().append(unused(x -> x + 5, 3));
    try {
      result.append(unused(null, 3));
    } catch (NullPointerException e) {
      result.append("null");
    }
    return result.toString();
  }

  /** Who knows what that one does. */
  private static int unknown(IntUnaryOperator given, int value) {
    IntUnaryOperator all = given.andThen(x -> x + 1);
    return all.applyAsInt(value);
  }

  static int unknownOnes() {
    return unknown(x -> x + 5, 3)
        + unknown(
            new IntUnaryOperator() {
              @Override
              public int applyAsInt(int x) {
                return x - 1;
              }

              @Override
              public IntUnaryOperator andThen(IntUnaryOperator after) {
                return x -> 55;
              }
            },
            3);
  }

  /** Null is not tested for again where it was used before. */
  static int used(IntUnaryOperator given, int value) {
    IntUnaryOperator twice = x -> x * 2;
    int first = given.applyAsInt(value);
    return twice.andThen(given).applyAsInt(first);
  }

  static int usedOnes() {
    return used(x -> x + 5, 3) + used(x -> x - 5, 3);
  }

  static String escaping() {
    KEPT.clear();
    IntUnaryOperator twice = x -> x * 2;
    IntUnaryOperator all = twice.andThen(x -> x + 1);
    KEPT.add(all);
    IntUnaryOperator kept = (IntUnaryOperator) KEPT.get(0);
    return all.applyAsInt(4) + " " + kept.applyAsInt(5) + (kept == all) + (all == twice);
  }

  static boolean identities() {
    Function<Object, Object> one = Function.identity();
    Function<Object, Object> other = Function.identity();
    KEPT.clear();
    for (int i = 0; i < 3; i++) {
      Function<Object, Object> all = one.andThen(x -> x);
      all.apply(i);
      KEPT.add(all);
    }
    return one == other == (Function.identity() == one) && KEPT.get(0) != KEPT.get(1);
  }

  /** Needed by the slow way around a check alone. */
  static int rarely(Functions.Row row, int value) {
    IntUnaryOperator twice = x -> x * 2;
    return row.first(twice.andThen(x -> x + value).compose(x -> x - 1));
  }

  static int rareOnes() {
    Functions.Row[] rows = {new Functions.Row(), null, new Functions.Row()};
    int sum = 0;
    for (int i = 0; i < rows.length; i++) {
      try {
        sum = sum * 31 + rarely(rows[i], i);
      } catch (NullPointerException e) {
        sum++;
      }
    }
    return sum;
  }

  static String overridden() {
    LOG.setLength(0);
    Logged<Integer, Integer> twice = x -> x * 2;
    return twice.andThen(x -> x + 1).apply(4)
        + " "
        + twice.compose((Integer x) -> x + 1).apply(4)
        + LOG;
  }

  /** The call names the interface above. */
  static String overriddenBelow() {
    LOG.setLength(0);
    Function<Integer, Integer> twice = (Logged<Integer, Integer>) x -> x * 2;
    return twice.andThen(x -> x + 1).apply(4) + LOG.toString();
  }

  static String own() {
    LOG.setLength(0);
    Step twice = x -> x * 2;
    return twice.then(x -> x + 1).step(4) + LOG.toString() + twice.again(x -> x + 3).step(5);
  }

  /** A comparator's combinators are serializable. */
  static int compared() {
    Comparator<String> length = (a, b) -> a.length() - b.length();
    Comparator<String> all = length.thenComparing((a, b) -> a.compareTo(b));
    return all.compare("ab", "aa") * 10 + all.reversed().compare("a", "bb");
  }

  /** The class of the argument is tested where the second function is called. */
  static String polluted() {
    Function<Object, Object> first = x -> x;
    Function second = (Function<String, Integer>) String::length;
    Function all = first.andThen(second);
    StringBuilder result = new StringBuilder();
    for (Object each : new Object[] {"text", 5, null}) {
      try {
        result.append(all.apply(each));
      } catch (ClassCastException e) {
        result.append(e.getMessage());
      } catch (NullPointerException e) {
        result.append("null");
      }
    }
    return result.toString();
  }

  static String failing() {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      int divisor = i;
      IntUnaryOperator ratio = x -> x / divisor;
      try {
        result.append(ratio.andThen(x -> x / (divisor - 1)).compose(x -> x + 1).applyAsInt(9));
      } catch (ArithmeticException e) {
        result.append(e.getMessage()).append(divisor);
      }
    }
    return result.toString();
  }

  /** Each one calls the one before twice. */
  static int doubling() {
    IntUnaryOperator f = x -> x + 1;
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    f = f.andThen(f);
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      sum += f.applyAsInt(i);
    }
    return sum;
  }

  static int repeated() {
    IntUnaryOperator f = x -> x + 1;
    int sum = 0;
    for (int i = 0; i < 6; i++) {
      sum += f.applyAsInt(i);
      f = f.andThen(x -> x * 3);
    }
    return sum;
  }

  /** What a function is made of is made by a function. */
  static int curried() {
    Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b;
    Function<Integer, Integer> three = add.apply(3);
    Supplier<Function<Integer, Integer>> supplier = () -> three.andThen(x -> x * 2);
    return add.andThen(f -> f.andThen(x -> x + 1)).apply(4).apply(5) + supplier.get().apply(7);
  }
}
