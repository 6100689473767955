package dev.jpgo.core.emit;

/** Variables of different types that are given the same, again and again. */
public final class Twins {
  private static int sum;

  private Twins() {}

  /** A number. */
  static final class Number {
    final int value;

    Number(int value) {
      this.value = value;
    }
  }

  private static int look(Object object) {
    return object == null ? 0 : ++sum;
  }

  static int inLoop(int count, Number first) {
    Object any = first;
    Number number = first;
    for (int i = 0; i < count; i++) {
      Number made = new Number(i);
      any = made;
      number = made;
      sum += look(any);
    }
    return number.value + look(any);
  }

  static int inHandler(int divisor, Number first) {
    Object any;
    Number number;
    try {
      sum += 10 / divisor;
      any = first;
      number = first;
    } catch (ArithmeticException e) {
      Number made = new Number(9);
      any = made;
      number = made;
    }
    return number.value + look(any) + number.value + look(any);
  }

  static String run() {
    Number first = new Number(5);
    return inLoop(0, first)
        + " "
        + inLoop(3, first)
        + " "
        + inHandler(0, first)
        + " "
        + inHandler(2, first);
  }
}
