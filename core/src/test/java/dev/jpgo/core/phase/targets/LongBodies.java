package dev.jpgo.core.phase.targets;

/** Calls a method that is longer than what is inlined wherever it is called. */
public final class LongBodies {
  private LongBodies() {}

  private static int weigh(int[] values, int at) {
    int value = values[at];
    int weight = value % 7;
    if (value > 50) {
      weight += values[(at + 1) % values.length] * 3;
      weight ^= value << 2;
    }
    if (value < 20) {
      weight -= values[(at + 2) % values.length] / 5;
      weight ^= value >> 1;
    }
    if ((value & 1) == 0) {
      weight += values[(at + 3) % values.length] & 0x3f;
      weight = weight * 31 + value;
    }
    if ((value & 6) == 2) {
      weight -= values[(at + 5) % values.length] | 0x41;
      weight = weight * 17 - value;
    }
    if ((value & 12) == 4) {
      weight += values[(at + 7) % values.length] ^ 0x42;
      weight = weight * 13 + value;
    }
    if ((value & 24) == 8) {
      weight -= values[(at + 11) % values.length] ^ 0x43;
      weight = weight * 11 - value;
    }
    return weight + (value >= 90 ? values[0] : values[values.length - 1]);
  }

  private static int passOn(int[] values, int at) {
    return weigh(values, at);
  }

  private static int passOnOdd(int[] values, int at) {
    return (values[at] & 1) == 0 ? 0 : weigh(values, at);
  }

  static int sumOdd(int[] values) {
    int sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += passOnOdd(values, i);
    }
    return sum;
  }

  static int sum(int[] values) {
    int sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weigh(values, i);
    }
    return sum;
  }

  static int sumPassedOn(int[] values) {
    int sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += passOn(values, i);
    }
    return sum;
  }

  static String run() {
    int[] values = new int[40];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 37 % 101;
    }
    return sum(values) + " " + sumPassedOn(values) + " " + sumOdd(values);
  }
}
