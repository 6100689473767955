package dev.jpgo.core.phase.loop;

/** Loops that count and make three calls in each iteration. */
final class Calling {
  private Calling() {}

  /** What is called has one method for each call, or not. */
  abstract static class Value {
    private final int number;

    Value(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    synchronized int locked() {
      return number;
    }

    int digits() {
      int left = number;
      int sum = 0;
      while (left != 0) {
        sum += left % 10;
        left /= 10;
      }
      return sum;
    }

    abstract int either();
  }

  static final class One extends Value {
    One(int number) {
      super(number);
    }

    @Override
    int either() {
      return 1;
    }
  }

  static final class Other extends Value {
    Other(int number) {
      super(number);
    }

    @Override
    int either() {
      return 2;
    }
  }

  static int getter(Value[] values, int end) {
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += values[i].number() + values[i].number() * values[i].number();
    }
    return sum;
  }

  static int locked(Value[] values, int end) {
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += values[i].locked() + values[i].locked() * values[i].locked();
    }
    return sum;
  }

  static int longer(Value[] values, int end) {
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += values[i].digits() + values[i].digits() * values[i].digits();
    }
    return sum;
  }

  static int either(Value[] values, int end) {
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += values[i].either() + values[i].either() * values[i].either();
    }
    return sum;
  }

  static int ofTheJdk(CharSequence[] values, int end) {
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += values[i].length() + values[i].length() * values[i].length();
    }
    return sum;
  }

  static String sums() {
    Value[] values = new Value[11];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 3 == 0 ? new One(i * 7) : new Other(i * 13);
    }
    int end = values.length;
    return getter(values, end)
        + (" " + locked(values, end))
        + (" " + longer(values, end))
        + (" " + either(values, end));
  }
}
