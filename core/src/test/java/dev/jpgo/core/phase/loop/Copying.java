package dev.jpgo.core.phase.loop;

import java.util.Arrays;

/**
 * Loops that copy ints. Each is tried with arrays of several lengths, or one array, from and to
 * places inside and out of them, for numbers of elements up to the ends of int, and answers what
 * its variables are at the end.
 */
public final class Copying {
  private Copying() {}

  /** A loop. */
  interface Loop {
    int copy(int[] a, int from, int[] b, int to, int n);
  }

  private static final int[] PLACES = {
    0, 1, 2, 19, 20, 39, 40, 41, -1, Integer.MIN_VALUE, Integer.MAX_VALUE
  };
  private static final int[] COUNTS = {
    0,
    1,
    15,
    16,
    17,
    20,
    39,
    40,
    41,
    -1,
    -16,
    Integer.MIN_VALUE,
    Integer.MIN_VALUE + 20,
    Integer.MAX_VALUE
  };

  static String tried(Loop loop) {
    long hash = 7;
    for (int count : COUNTS) {
      for (int from : PLACES) {
        for (int to : PLACES) {
          hash = hash * 31 + outcome(loop, array(40, 3), from, array(40, 5), to, count).hashCode();
          hash = hash * 31 + outcome(loop, array(20, 3), from, array(41, 5), to, count).hashCode();
          int[] one = array(41, 3);
          hash = hash * 31 + outcome(loop, one, from, one, to, count).hashCode();
        }
      }
      hash = hash * 31 + outcome(loop, null, 0, array(40, 5), 0, count).hashCode();
      hash = hash * 31 + outcome(loop, array(40, 5), 0, null, 0, count).hashCode();
    }
    return hash + outcome(loop, array(40, 3), 1, array(30, 5), 2, 20);
  }

  private static int[] array(int length, int factor) {
    int[] array = new int[length];
    for (int i = 0; i < length; i++) {
      array[i] = (i + 1) * factor;
    }
    return array;
  }

  private static String outcome(Loop loop, int[] a, int from, int[] b, int to, int n) {
    String end;
    try {
      end = "left with " + loop.copy(a, from, b, to, n);
    } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
      end = e.getClass().getName(); // compiled code may throw one without message and trace
    }
    return end + Arrays.toString(a) + Arrays.toString(b);
  }

  /** Where loops leave that throw, each but a few times. */
  static String thrown() {
    return leaving(Copying::plain, 38)
        + leaving(Copying::plain, -2)
        + leaving(Copying::twoIndices, 30)
        + leaving(Copying::down, 30)
        + leaving(Copying::within, 25)
        + leaving(Copying::inFinally, 27);
  }

  private static String leaving(Loop loop, int from) {
    int[] b = array(60, 5);
    try {
      return "left with " + loop.copy(array(40, 3), from, b, 1, 50);
    } catch (ArrayIndexOutOfBoundsException e) {
      StackTraceElement top = e.getStackTrace()[0];
      return e.getMessage() + " in " + top.getMethodName() + top.getLineNumber() + b[2] + b[12];
    }
  }

  static String upward() {
    return tried(Copying::plain)
        + tried(Copying::twoIndices)
        + tried(Copying::orEqual)
        + tried(Copying::different)
        + tried(Copying::fromPlaceToPlace)
        + tried(Copying::manyVariables)
        + tried(Copying::countedUpward)
        + tried(Copying::countedApart);
  }

  static String downward() {
    return tried(Copying::down)
        + tried(Copying::downBefore)
        + tried(Copying::downToOne)
        + tried(Copying::downFromPlace);
  }

  static String inOneArray() {
    return tried(Copying::moveUp)
        + tried(Copying::moveDown)
        + tried(Copying::spread)
        + tried(Copying::spreadDown)
        + tried(Copying::within)
        + tried(Copying::toItself);
  }

  static String handled() {
    return tried(Copying::inTry)
        + tried(Copying::twice)
        + tried(Copying::inFinally)
        + tried(Copying::locked);
  }

  static int plain(int[] a, int from, int[] b, int to, int n) {
    int i = 0;
    for (; i < n; i++) {
      b[to + i] = a[from + i];
    }
    return i;
  }

  static int twoIndices(int[] a, int from, int[] b, int to, int n) {
    int left = n;
    int i = from;
    int k = to;
    while (left-- > 0) {
      b[k++] = a[i++];
    }
    return left * 31 + i * 7 + k;
  }

  static int orEqual(int[] a, int from, int[] b, int to, int n) {
    int i = 0;
    for (; i <= n; i++) {
      b[to + i] = a[from + i];
    }
    return i;
  }

  static int different(int[] a, int from, int[] b, int to, int n) {
    int i = from;
    for (int end = from + n; i != end; i++) {
      b[i] = a[i];
    }
    return i + to;
  }

  static int fromPlaceToPlace(int[] a, int from, int[] b, int to, int n) {
    int i = from;
    for (; i < n; i++) {
      b[i - from + to] = a[i];
    }
    return i;
  }

  static int manyVariables(int[] a, int from, int[] b, int to, int n) {
    int twos = 5;
    int fewer = 100;
    int threes = from;
    for (int i = 0; i < n; i++) {
      b[to++] = a[from++];
      twos += 2;
      fewer--;
      threes -= 3;
    }
    return twos * 31 + fewer * 7 + threes + to + from;
  }

  static int countedUpward(int[] a, int from, int[] b, int to, int n) {
    int i = from;
    int k = to;
    for (int left = -n; left < 0; left++) {
      b[k--] = a[i--];
    }
    return i * 31 + k;
  }

  /** The distance to the bound may wrap to a small number. */
  static int countedApart(int[] a, int from, int[] b, int to, int n) {
    int k = 0;
    for (int c = from; c < n; c++) {
      b[k] = a[k];
      k++;
    }
    return k + to;
  }

  static int down(int[] a, int from, int[] b, int to, int n) {
    int i = n - 1;
    for (; i >= 0; i--) {
      b[to + i] = a[from + i];
    }
    return i;
  }

  static int downBefore(int[] a, int from, int[] b, int to, int n) {
    int i = n;
    while (--i >= 0) {
      b[i + to] = a[i + from];
    }
    return i;
  }

  static int downToOne(int[] a, int from, int[] b, int to, int n) {
    int i = n;
    for (; i > 0; i--) {
      b[to + i - 1] = a[from + i - 1];
    }
    return i;
  }

  static int downFromPlace(int[] a, int from, int[] b, int to, int n) {
    int i = from;
    for (; i > n; --i) {
      b[i] = a[i];
    }
    return i + to;
  }

  static int moveUp(int[] a, int from, int[] b, int to, int n) {
    int i = n;
    for (; i > from; i--) {
      a[i] = a[i - 1];
    }
    return i + to + (b == null ? 1 : 0);
  }

  static int moveDown(int[] a, int from, int[] b, int to, int n) {
    int i = from;
    for (; i < n; i++) {
      a[i] = a[i + 1];
    }
    return i + to + (b == null ? 1 : 0);
  }

  static int spread(int[] a, int from, int[] b, int to, int n) {
    int i = from;
    for (; i < n; i++) {
      a[i + 1] = a[i];
    }
    return i + to + (b == null ? 1 : 0);
  }

  static int spreadDown(int[] a, int from, int[] b, int to, int n) {
    int i = n;
    for (; i > from; i--) {
      a[i - 1] = a[i];
    }
    return i + to + (b == null ? 1 : 0);
  }

  static int within(int[] a, int from, int[] b, int to, int n) {
    int i = 0;
    for (; i < n; i++) {
      a[to + i] = a[from + i];
    }
    return i + (b == null ? 1 : 0);
  }

  static int toItself(int[] a, int from, int[] b, int to, int n) {
    int i = from;
    for (; i < n; i++) {
      a[i] = a[i];
    }
    return i + to + (b == null ? 1 : 0);
  }

  static int inTry(int[] a, int from, int[] b, int to, int n) {
    int i = 0;
    int k = to;
    try {
      for (; i < n; i++) {
        b[k++] = a[from + i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      return -i * 31 - k;
    }
    return i * 31 + k;
  }

  /** The limit of the second loop comes from the first. */
  static int twice(int[] a, int from, int[] b, int to, int n) {
    int i = 0;
    int failed = 0;
    try {
      for (; i < n; i++) {
        b[to + i] = a[from + i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      failed = 1;
    }
    int[] c = new int[a.length + n];
    for (int j = 0; j < i; j++) {
      c[j] = a[j];
    }
    return (i * 31 + failed) * 31 + java.util.Arrays.hashCode(c);
  }

  static int inFinally(int[] a, int from, int[] b, int to, int n) {
    int i = 0;
    try {
      for (; i < n; i++) {
        b[to + i] = a[from + i];
      }
    } finally {
      if (b != null && b.length > 2) {
        b[2] += i;
      }
    }
    return i;
  }

  static int locked(int[] a, int from, int[] b, int to, int n) {
    int i = 0;
    synchronized (PLACES) {
      for (; i < n; i++) {
        b[to + i] = a[from + i];
      }
    }
    return i + (Thread.holdsLock(PLACES) ? 1000 : 0);
  }
}
