package dev.jpgo.core.phase.loop;

/** Loops that count, by what happens in them: exceptions, exits, effects. */
public final class CountingBodies {
  static volatile int ordered;
  static int touched;
  static int[] shared = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7};

  private CountingBodies() {}

  static String exceptions() {
    StringBuilder text = new StringBuilder();
    for (int length = 0; length < 11; length++) {
      for (int end = 0; end < 11; end++) {
        int[] array = new int[length];
        text.append(traced(array, end)).append(around(array, end)).append(inside(array, end));
        text.append(finished(array, end)).append(called(length, end)).append('\n');
        for (int value : array) {
          text.append(value).append(',');
        }
      }
    }
    return text.toString();
  }

  private static String traced(int[] array, int end) {
    try {
      return "" + filled(array, end);
    } catch (ArrayIndexOutOfBoundsException e) {
      return traceOf(e);
    }
  }

  private static String traceOf(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown + " at ");
    for (StackTraceElement each : thrown.getStackTrace()) {
      if (each.getClassName().equals(CountingBodies.class.getName())) {
        text.append(each.getMethodName()).append(':').append(each.getLineNumber()).append(' ');
      }
    }
    return text.toString();
  }

  private static int filled(int[] array, int end) {
    int sum = 0;
    for (int i = 0; i < end; i++) {
      array[i] += i;
      sum += array[i] + 7;
    }
    return sum;
  }

  private static int around(int[] array, int end) {
    int last = -1;
    int sum = 0;
    try {
      for (int i = 0; i < end; i++) {
        last = i * 3;
        sum += array[i];
        last++;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      return last * 1000 + sum;
    }
    return last + sum;
  }

  private static int inside(int[] array, int end) {
    int caught = 0;
    int sum = 0;
    for (int i = 0; i < end; i++) {
      try {
        sum += array[i] + 1;
        caught += 2;
        sum += array[i + 2];
      } catch (ArrayIndexOutOfBoundsException e) {
        caught = caught * 3 + i;
      }
    }
    return caught * 1000 + sum;
  }

  private static int finished(int[] array, int end) {
    int done = 0;
    for (int i = 0; i < end; i++) {
      try {
        if (array[i] > 4) {
          return done + i;
        }
      } catch (ArrayIndexOutOfBoundsException e) {
        break;
      } finally {
        done += 10;
      }
    }
    return done;
  }

  private static String called(int length, int end) {
    StringBuilder text = new StringBuilder();
    try {
      for (int i = 0; i < end; i++) {
        text.append(checked(i, length));
      }
    } catch (IllegalStateException e) {
      return text + traceOf(e);
    }
    return text.toString();
  }

  private static int checked(int i, int length) {
    if (i > length) {
      throw new IllegalStateException("at " + i);
    }
    return i;
  }

  static String found() {
    StringBuilder text = new StringBuilder();
    for (int wanted = 0; wanted < 11; wanted++) {
      for (int end = 0; end <= shared.length; end++) {
        text.append(place(wanted, end)).append(',').append(lastSeen(wanted, end)).append(',');
        text.append(several(wanted, end)).append(',').append(skipping(wanted, end)).append(' ');
      }
    }
    return text.toString();
  }

  private static int place(int wanted, int end) {
    int i = 0;
    while (i < end && shared[i] != wanted) {
      i++;
    }
    return i;
  }

  private static int lastSeen(int wanted, int end) {
    int before = -5;
    int at = 0;
    int seen;
    for (int i = 0; ; i++) {
      seen = before;
      if (i >= end) {
        at = 100 + i;
        break;
      }
      before = shared[i] * 2;
      if (shared[i] == wanted) {
        at = i;
        break;
      }
    }
    return seen * 1000 + at + before;
  }

  private static int several(int wanted, int end) {
    int sum = 0;
    int odd = 0;
    for (int i = 0; i < end; i++) {
      int value = shared[i];
      if ((value & 1) != 0) {
        odd += value;
        if (value == wanted) {
          return odd * 100 + sum;
        }
      } else if (value > wanted) {
        sum -= odd;
        break;
      }
      sum += value;
    }
    return sum * 7 + odd;
  }

  private static int skipping(int wanted, int end) {
    int sum = 0;
    int i = 0;
    while (i < end) {
      int value = shared[i++];
      if (value == wanted) {
        continue;
      }
      sum = sum * 3 + value;
    }
    return sum;
  }

  static String effects() {
    StringBuilder text = new StringBuilder();
    for (int end = -1; end < 12; end++) {
      text.append(volatiles(end)).append(',').append(calls(end)).append(',');
      text.append(twoNumbers(end)).append(',').append(exchanged(end)).append(',');
      text.append(testedLast(end)).append(',').append(table(end, end / 2)).append(' ');
    }
    return text.toString();
  }

  private static int volatiles(int end) {
    ordered = 1;
    for (int i = 0; i < end; i++) {
      ordered += ordered + i;
    }
    return ordered;
  }

  private static int calls(int end) {
    touched = 1;
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += touch(i) + touched;
    }
    return sum;
  }

  private static int touch(int by) {
    touched = touched * 3 + by;
    return touched;
  }

  private static String twoNumbers(int end) {
    char[] text = new char[Math.max(0, 2 * end)];
    int at = 0;
    for (int i = 0; i < end; i++) {
      text[at++] = (char) ('a' + i);
      text[at++] = '.';
    }
    return new String(text) + at;
  }

  private static int exchanged(int end) {
    int a = 1;
    int b = 2;
    int c = 3;
    for (int i = 0; i < end; i++) {
      int old = a;
      a = b;
      b = c + i;
      c = old;
    }
    return a * 10_000 + b * 100 + c;
  }

  private static int testedLast(int end) {
    int i = 0;
    int sum = 1;
    do {
      sum = sum * 31 + i;
      i++;
    } while (i < end);
    return sum + i;
  }

  private static long table(int rows, int columns) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < columns; k++) {
        sum = sum * 3 + i * k;
      }
      sum++;
    }
    return sum;
  }

  static int onlyCounted(int to) {
    int count = 3;
    for (int i = 0; i < to; i++) {
      count += 2;
    }
    return count;
  }

  static int manyLoops(int to) {
    int sum = 1;
    for (int i = 0; i < to; i++) {
      sum = sum * 3 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 4 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 5 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 6 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 7 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 8 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 9 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 10 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 11 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 12 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 13 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 14 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 15 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 16 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 17 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 18 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 19 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 20 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 21 + i;
    }
    for (int i = 0; i < to; i++) {
      sum = sum * 22 + i;
    }
    return sum;
  }
}
