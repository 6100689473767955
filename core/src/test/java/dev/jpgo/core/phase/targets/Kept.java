package dev.jpgo.core.phase.targets;

import dev.jpgo.runtime.JpgoConstantsOfTests;
import java.util.Comparator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/** Functions that are kept, and given to what calls them. */
@SuppressWarnings({"unchecked", "rawtypes"})
public final class Kept {
  static final IntBinaryOperator ADD = (a, b) -> a + checked(b);
  static final ToIntFunction<String> LENGTH = String::length;
  static final Comparator<String> ORDER = Comparator.comparingInt(LENGTH);

  private Kept() {}

  private static int checked(int number) {
    if (number == 7) {
      throw new IllegalStateException("seven");
    }
    return number;
  }

  private static void keep() {
    JpgoConstantsOfTests.c0 = ADD;
    JpgoConstantsOfTests.c1 = LENGTH;
    JpgoConstantsOfTests.c2 = ORDER;
  }

  // --- what calls them

  static int folded(IntBinaryOperator function, int end) {
    int sum = 1;
    for (int i = 0; i < end; i++) {
      sum = function.applyAsInt(sum, i);
    }
    return sum;
  }

  static int ordered(Comparator<String> order, String a, String b) {
    return order.compare(a, b) * 2 + order.compare(b, a);
  }

  static String joined(ToIntFunction<String> first, ToIntFunction<String> second, String text) {
    try {
      return first.applyAsInt(text) + "," + second.applyAsInt(text);
    } catch (NullPointerException e) {
      return "null";
    }
  }

  static int applied(IntUnaryOperator function, int value) {
    return function.applyAsInt(value);
  }

  // --- who calls that

  public static int madeInSight() {
    keep();
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      sum += applied(value -> value * 3 + 1, i);
    }
    return sum;
  }

  public static String same() {
    keep();
    return folded(ADD, 6)
        + " "
        + ordered(ORDER, "long", "longer")
        + " "
        + joined(LENGTH, LENGTH, "text");
  }

  public static String others() {
    keep();
    int six = checked(6);
    return folded((a, b) -> a * six, 3)
        + " "
        + folded((a, b) -> a - b, 9)
        + " "
        + ordered(Comparator.naturalOrder(), "b", "ab")
        + " "
        + joined(LENGTH, text -> 5, "text");
  }

  public static String none() {
    keep();
    return joined(LENGTH, null, "text") + joined(null, LENGTH, "text");
  }

  public static String nothingGiven() {
    keep();
    return joined(LENGTH, LENGTH, null);
  }

  public static int nothingThere() {
    keep();
    return ordered(null, "a", "b");
  }

  public static int nullCompared() {
    keep();
    return ordered(ORDER, "a", null);
  }

  public static int failing() {
    keep();
    return folded(ADD, 9);
  }

  public static int polluted() {
    keep();
    return ((ToIntFunction) LENGTH).applyAsInt(3) + called(LENGTH, 3);
  }

  static int called(ToIntFunction function, Object given) {
    return function.applyAsInt(given);
  }

  public static int pollutedToo() {
    keep();
    return called(LENGTH, "text") * 10 + called(LENGTH, 3);
  }
}
