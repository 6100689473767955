package dev.jpgo.core.phase.loop;

import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;

/**
 * Loops that count, and some that only look like it. Methods with two parameters are loops, tried
 * from and to all of {@link #edges}; the others are tried by themselves. A loop that would not end
 * soon is left after some iterations.
 */
public final class Counting {
  private static final int ENOUGH = 23;

  static volatile int ordered;
  static int touched;
  static int[] shared = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7};

  private Counting() {}

  /** Tries a loop from and to all edges. */
  static String edges(IntBinaryOperator loop) {
    int[] bases = {Integer.MIN_VALUE, -7, 0, 12, Integer.MAX_VALUE};
    long hash = 7;
    StringBuilder some = new StringBuilder();
    for (int first : bases) {
      for (int second : bases) {
        for (int k = -6; k <= 6; k++) {
          for (int m = -6; m <= 6; m++) {
            int result = loop.applyAsInt(first + k, second + m);
            hash = hash * 1_000_003 + result;
            if (((k + m) & 7) == 0) {
              some.append(result).append(' ');
            }
          }
        }
      }
    }
    return hash + ": " + some;
  }

  static String edgesUpward() {
    return edges(Counting::less)
        + edges(Counting::lessOrEqual)
        + edges(Counting::different)
        + edges(Counting::mirrored)
        + edges(Counting::byTwo)
        + edges(Counting::byThreeOrEqual)
        + edges(Counting::byMany)
        + edges(Counting::countedBefore)
        + edges(Counting::countedAfter)
        + edges(Counting::differentByTwo)
        + edges(Counting::belowLength)
        + edges(Counting::toConstants);
  }

  static String edgesDownward() {
    return edges(Counting::greater)
        + edges(Counting::greaterOrEqual)
        + edges(Counting::differentDown)
        + edges(Counting::downByThree)
        + edges(Counting::downToZero)
        + edges(Counting::downBefore)
        + edges(Counting::downToConstants);
  }

  // --- upward

  static int less(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i < to; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int lessOrEqual(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i <= to; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int different(int from, int to) {
    int sum = 1;
    int count = 0;
    int i = from;
    for (; i != to; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum + i;
  }

  static int differentByTwo(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i != to; i += 2) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int mirrored(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; to > i; i += 1) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        break;
      }
    }
    return sum + count;
  }

  static int byTwo(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i < to; i += 2) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int byThreeOrEqual(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i <= to; i -= -3) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int byMany(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i < to; i += 65_000) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int countedBefore(int from, int to) {
    int sum = 1;
    int count = 0;
    int i = from;
    while (++i < to) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum * 31 + i;
  }

  static int countedAfter(int from, int to) {
    int sum = 1;
    int count = 0;
    int i = from;
    while (i++ < to) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum * 31 + i;
  }

  static int belowLength(int from, int to) {
    int[] array = new int[to & 15];
    int sum = 1;
    int count = 0;
    for (int i = from; i < array.length; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int toConstants(int from, int to) {
    int sum = 0;
    int count = 0;
    for (int i = from; i < Integer.MAX_VALUE; i++) {
      if (++count > ENOUGH) {
        break;
      }
    }
    for (int i = from; i <= 3; i++) {
      if (++count > 2 * ENOUGH) {
        break;
      }
    }
    for (int i = to; i < 0; i++) {
      sum = sum * 3 + i;
      if (++count > 3 * ENOUGH) {
        break;
      }
    }
    for (int i = to; i < Integer.MIN_VALUE + 2; i++) {
      sum = sum * 5 + i;
    }
    return sum + count;
  }

  // --- downward

  static int greater(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i > to; i--) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int greaterOrEqual(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i >= to; i--) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int differentDown(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i != to; i--) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int downByThree(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i >= to; i -= 3) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int downToZero(int from, int to) {
    int sum = 1;
    int count = 0;
    int left = from;
    while (left-- > 0) {
      sum = sum * 31 + left + to;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum + left;
  }

  static int downBefore(int from, int to) {
    int sum = 1;
    int count = 0;
    int left = from;
    while (--left >= 0) {
      sum = sum * 31 + left + to;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum * 31 + left;
  }

  static int downToConstants(int from, int to) {
    int sum = 0;
    int count = 0;
    for (int i = from; i > Integer.MIN_VALUE; i--) {
      if (++count > ENOUGH) {
        break;
      }
    }
    for (int i = from; i >= Integer.MAX_VALUE - 1; i--) {
      sum = sum * 3 + i;
    }
    for (int i = to; i != 0; i--) {
      if (++count > 2 * ENOUGH) {
        break;
      }
    }
    return sum + count;
  }

  // --- what happens in a loop

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
      if (each.getClassName().equals(Counting.class.getName())) {
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

  // --- none of them

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
