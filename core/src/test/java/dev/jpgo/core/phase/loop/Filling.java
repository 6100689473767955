package dev.jpgo.core.phase.loop;

import java.util.Arrays;

/** Loops that fill new arrays, and some that are left alone. */
public final class Filling {
  static int[] kept;
  static Object[] things;

  private Filling() {}

  private static final int[] SIZES = {0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200, 257, -3};

  static String filled() {
    StringBuilder text = new StringBuilder();
    for (int length : SIZES) {
      for (int end : SIZES) {
        for (int from = -1; from < 3; from++) {
          text.append(outcome(0, length, from, end)).append(outcome(1, length, from, end));
          text.append(outcome(2, length, from, end)).append(outcome(3, length, from, end));
          text.append(outcome(4, length, from, end)).append('\n');
        }
      }
    }
    return text.toString();
  }

  private static String outcome(int which, int length, int from, int end) {
    try {
      return switch (which) {
        case 0 -> ints(length, from, end);
        case 1 -> downward(length, from, end);
        case 2 -> bytes(length, from, end);
        case 3 -> handled(length, from, end);
        default -> inside(length, from, end);
      };
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      return e.getClass().getName();
    }
  }

  static String ints(int length, int from, int end) {
    int[] a = new int[length];
    int i = from;
    for (; i < end; i++) {
      a[i] = length + end;
    }
    return i + Arrays.toString(a);
  }

  static String downward(int length, int from, int end) {
    long[] a = new long[length];
    int i = end;
    while (--i >= from) {
      a[i] = -length;
    }
    return i + Arrays.toString(a);
  }

  static String bytes(int length, int from, int end) {
    byte[] a = new byte[length];
    if (length > 1) {
      a[1] = 3;
    }
    for (int i = 0; i < end - from; i++) {
      a[from + i] = (byte) 300;
    }
    return Arrays.toString(a);
  }

  static String handled(int length, int from, int end) {
    char[] a = new char[length];
    int i = from;
    int k = 7;
    try {
      for (; i < end; i++) {
        a[i] = 'x';
        k += 3;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      return "caught at " + i + "," + k + new String(a);
    }
    return i + "," + k + new String(a);
  }

  static String inside(int length, int from, int end) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 2; row++) {
      int[] a = new int[length];
      for (int i = from; i < end; i++) {
        a[i] = row + 4;
      }
      text.append(Arrays.hashCode(a)).append(',');
    }
    return text.toString();
  }

  static String references() {
    StringBuilder text = new StringBuilder();
    for (int n : new int[] {3, 64, 100}) {
      text.append(Arrays.toString(strings(n, "s"))).append(Arrays.toString(nulls(n)));
      text.append(Arrays.toString(strings(n, null))).append(Arrays.toString(booleans(n)));
      text.append(Arrays.toString(doubles(n))).append(Arrays.toString(interfaces(n, "t")));
      text.append(Arrays.toString(objects(n, 8)));
    }
    return text.toString();
  }

  static String[] strings(int n, String value) {
    String[] a = new String[n];
    for (int i = 0; i < n; i++) {
      a[i] = value;
    }
    return a;
  }

  static Object[] nulls(int n) {
    Integer[] a = new Integer[n];
    a[1] = 5;
    for (int i = 0; i < n; i++) {
      a[i] = null;
    }
    return a;
  }

  static boolean[] booleans(int n) {
    boolean[] a = new boolean[n];
    for (int i = 0; i < a.length; i++) {
      a[i] = true;
    }
    return a;
  }

  static double[] doubles(int n) {
    double[] a = new double[n];
    for (int i = 0; i < a.length; i++) {
      a[i] = -0.0;
    }
    return a;
  }

  // --- left alone

  static CharSequence[] interfaces(int n, CharSequence value) {
    CharSequence[] a = new CharSequence[n];
    for (int i = 0; i < n; i++) {
      a[i] = value;
    }
    return a;
  }

  static Object[] objects(int n, Integer value) {
    Object[] a = new Object[n];
    for (int i = 0; i < n; i++) {
      a[i] = value;
    }
    return a;
  }

  static void given(int[] a, int value) {
    for (int i = 0; i < a.length; i++) {
      a[i] = value;
    }
  }

  static int[] keptBefore(int n, int value) {
    int[] a = new int[n];
    kept = a;
    for (int i = 0; i < n; i++) {
      a[i] = value;
    }
    return a;
  }

  static Object[] itself(int n) {
    Object[] a = new Object[n];
    for (int i = 0; i < n; i++) {
      a[i] = a;
    }
    return a;
  }

  static int[] numbered(int n) {
    int[] a = new int[n];
    for (int i = 0; i < n; i++) {
      a[i] = i;
    }
    return a;
  }

  static int[] fixedPlace(int n) {
    int[] a = new int[n];
    for (int i = 0; i < n; i++) {
      a[2] = n;
    }
    return a;
  }
}
