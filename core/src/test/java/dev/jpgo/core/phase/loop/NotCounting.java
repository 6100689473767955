package dev.jpgo.core.phase.loop;

import java.util.function.IntSupplier;

/** Loops that only look as if they counted, or that there is not to be more of. */
public final class NotCounting {
  static volatile int ordered;
  static int[] shared = {3, 1, 4, 1, 5, 9};

  private NotCounting() {}

  static int stepsInBody(int to) {
    int sum = 0;
    for (int i = 0; i < to; i++) {
      sum += i;
      if ((sum & 1) == 0) {
        i++;
      }
    }
    return sum;
  }

  static int boundChanges(int to) {
    int end = to;
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += i;
      end -= i & 1;
    }
    return sum;
  }

  static int boundIsLoaded() {
    int sum = 0;
    for (int i = 0; i < ordered; i++) {
      sum += i;
    }
    return sum;
  }

  static int stepChanges(int to, int by) {
    int sum = 0;
    int step = by;
    for (int i = 0; i < to; i += step) {
      sum += i;
      step++;
    }
    return sum;
  }

  static int locks(int to) {
    int sum = 0;
    for (int i = 0; i < to; i++) {
      synchronized (shared) {
        sum += i;
      }
    }
    return sum;
  }

  static int links(int to) {
    int sum = 0;
    for (int i = 0; i < to; i++) {
      IntSupplier one = () -> 1;
      sum += one.getAsInt();
    }
    return sum;
  }

  static int longs(long to) {
    int sum = 0;
    for (long i = 0; i < to; i++) {
      sum += 2;
    }
    return sum;
  }

  static int narrow(int to) {
    int sum = 0;
    for (byte i = 0; i < to; i++) {
      sum += i;
      if (sum > 100_000) {
        break;
      }
    }
    return sum;
  }

  static int wrongWay(int to) {
    int sum = 0;
    for (int i = 5; i > to; i++) {
      sum += i;
    }
    return sum;
  }

  static int equal(int to) {
    int sum = 0;
    for (int i = 5; i == to; i++) {
      sum += i;
    }
    return sum;
  }

  static int limitIsNoInt() {
    int sum = 0;
    for (int i = Integer.MIN_VALUE; i < Integer.MIN_VALUE + 2; i++) {
      sum += i;
    }
    return sum;
  }

  static int headerLoads(int to) {
    int sum = 0;
    for (int i = 0; i < to + shared[i]; i++) {
      sum += i;
    }
    return sum;
  }

  static int lengthy(int[] a, int to) {
    int sum = 0;
    for (int i = 0; i < to; i++) {
      sum += a[i] * a[i + 1] - a[i + 2] * a[i + 3] + a[i + 4] * a[i + 5] - a[i + 6] * a[i + 7];
      sum += a[i] * a[i + 1] - a[i + 2] * a[i + 3] + a[i + 4] * a[i + 5] - a[i + 6] * a[i + 7];
    }
    return sum;
  }
}
