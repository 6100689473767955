package dev.jpgo.core.phase.targets;

/** Asks what is computed from fields, by methods that a class that comes later may override. */
public final class Gauges {
  private Gauges() {}

  /** A level and what it is measured by. */
  public static class Gauge {
    final int level;
    final int most;

    Gauge(int level, int most) {
      this.level = level;
      this.most = most;
    }

    boolean isFull() {
      return most > 0 && level >= most;
    }

    int side() {
      return level < 0 ? -1 : level > most ? 1 : 0;
    }
  }

  static int full(Gauge[] gauges) {
    int full = 0;
    for (Gauge gauge : gauges) {
      if (gauge.isFull()) {
        full++;
      }
    }
    return full;
  }

  static int weighed(Gauge[] gauges) {
    int sum = 0;
    for (Gauge gauge : gauges) {
      switch (gauge.side()) {
        case -1:
          sum += 3;
          break;
        case 1:
          sum += 5;
          break;
        default:
          sum *= 2;
      }
    }
    return sum;
  }

  /** The answer is used further on, too. */
  static int remembered(Gauge[] gauges) {
    int sum = 0;
    for (Gauge gauge : gauges) {
      boolean full = gauge.isFull();
      if (full) {
        sum += 7;
      }
      sum = sum * 2 + (full ? 1 : 0);
    }
    return sum;
  }

  static int caught(Gauge[] gauges) {
    int sum = 0;
    for (Gauge gauge : gauges) {
      try {
        if (gauge.isFull()) {
          sum += 100 / gauge.level;
        } else {
          sum -= 100 / gauge.most;
        }
      } catch (ArithmeticException e) {
        sum += 11;
      } catch (NullPointerException e) {
        sum += 13;
      }
    }
    return sum;
  }

  /** Is compared by what it holds, unless a class that comes later does otherwise. */
  public static class Mark {
    final int number;

    Mark(int number) {
      this.number = number;
    }

    boolean isSame(Object other) {
      return other instanceof Mark && ((Mark) other).number == number;
    }
  }

  /** Is compared so for certain. */
  public static final class Seal extends Mark {
    Seal(int number) {
      super(number);
    }
  }

  /** What is asked for last is known on one way, and asked for on others than the first as well. */
  static int marked(Mark mark, Object other, boolean always, boolean known) {
    boolean marked = always ? true : known;
    boolean same = mark != null && other != null && mark.isSame(other);
    if (marked || same) {
      return 1;
    }
    return 2;
  }

  /** Here it is known on each way. */
  static int none(Seal seal, Object other, int number) {
    boolean none = number == 7 && seal == null && other == null;
    boolean same = seal != null && other != null && seal.isSame(other);
    if (none || same) {
      return 1;
    }
    return 2;
  }

  private static String marks() {
    StringBuilder text = new StringBuilder();
    Seal[] marks = {null, new Seal(1), new Seal(2)};
    Object[] others = {null, new Seal(1), "x"};
    for (int i = 0; i < 36; i++) {
      Seal mark = marks[i % 3];
      Object other = others[i / 3 % 3];
      text.append(marked(mark, other, i / 9 % 2 == 0, i / 18 == 0));
      text.append(none(mark, other, 7 + i % 2));
    }
    return text.toString();
  }

  static String run() {
    Gauge[] gauges = new Gauge[9];
    for (int i = 0; i < gauges.length; i++) {
      gauges[i] = new Gauge(i * 5 % 7 - 2, i % 4);
    }
    String text = full(gauges) + " " + weighed(gauges) + " " + remembered(gauges);
    text += " " + marks();
    gauges[4] = null;
    return text + " " + caught(gauges);
  }
}
