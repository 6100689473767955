package dev.jpgo.core.phase.loop;

import java.util.Arrays;

/** Loops that copy elements of each type, and loops that are not copied at once. */
public final class CopyingTypes {
  static byte[] kept;
  static volatile int limit = 30;

  private CopyingTypes() {}

  static String primitives() {
    StringBuilder text = new StringBuilder();
    for (int n = 14; n < 33; n += 3) {
      long[] longs = new long[33];
      double[] doubles = new double[33];
      float[] floats = new float[33];
      char[] chars = new char[33];
      short[] shorts = new short[33];
      byte[] bytes = new byte[33];
      boolean[] booleans = new boolean[33];
      for (int i = 0; i < 33; i++) {
        longs[i] = (long) i << 33;
        doubles[i] = Double.longBitsToDouble(0x7ff0_0000_0000_0001L + i);
        floats[i] = Float.intBitsToFloat(0x7f80_0001 + i);
        chars[i] = (char) (i - 5);
        shorts[i] = (short) (i * 4000);
        bytes[i] = (byte) (i * 40);
        booleans[i] = i % 3 == 0;
      }
      text.append(Arrays.toString(longs(longs, n))).append(chars(chars, n));
      for (double each : doubles(doubles, n)) {
        text.append(Double.doubleToRawLongBits(each)).append(' ');
      }
      for (float each : floats(floats, n)) {
        text.append(Float.floatToRawIntBits(each)).append(' ');
      }
      text.append(Arrays.toString(shorts(shorts, n))).append(Arrays.toString(bytes(bytes, n)));
      text.append(Arrays.toString(booleans(booleans, n)));
      text.append(Arrays.toString(ownBytes(n))).append(Arrays.toString(grown(new byte[n], n)));
    }
    return text.toString();
  }

  static long[] longs(long[] a, int n) {
    long[] b = new long[33];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static double[] doubles(double[] a, int n) {
    double[] b = new double[33];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static float[] floats(float[] a, int n) {
    float[] b = new float[33];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static String chars(char[] a, int n) {
    char[] b = new char[33];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return new String(b);
  }

  static short[] shorts(short[] a, int n) {
    short[] b = new short[33];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static byte[] bytes(byte[] a, int n) {
    byte[] b = new byte[33];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    kept = b;
    return b;
  }

  static boolean[] booleans(boolean[] a, int n) {
    boolean[] b = new boolean[33];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static byte[] ownBytes(int n) {
    byte[] a = new byte[33];
    a[3] = 7;
    a[n] = 9;
    byte[] b = kept;
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  /** A new array each time, which is kept only after it has been filled. */
  static byte[] grown(byte[] first, int n) {
    byte[] a = first;
    for (int k = 0; k < 3; k++) {
      byte[] b = new byte[n + k];
      for (int i = 0; i < n; i++) {
        b[i] = a[i];
      }
      b[k] = 5;
      a = b;
    }
    return a;
  }

  // --- references

  static String references() {
    StringBuilder text = new StringBuilder();
    Object[] mixed = new Object[33];
    String[] words = new String[33];
    for (int i = 0; i < 33; i++) {
      words[i] = i % 7 == 0 ? null : "w" + i;
      mixed[i] = i < 20 ? words[i] : Integer.valueOf(i);
    }
    for (int n = 15; n < 36; n += 3) {
      text.append(copied(words, new String[33], n)).append(copied(words, new Object[33], n));
      text.append(copied(words, new CharSequence[33], n)).append(copied(mixed, new String[33], n));
      text.append(copied(mixed, new Integer[33], n)).append(copied(mixed, new Object[33], n));
      text.append(copied(words, words, n)).append(copied(mixed, words.clone(), n));
      text.append(Arrays.toString(allObjects(words, Math.min(n, 33))));
      text.append(Arrays.toString(moved(words.clone(), Math.min(n, 32))));
    }
    return text.toString();
  }

  private static String copied(Object[] a, Object[] b, int n) {
    String end;
    try {
      end = "" + any(a, b, n);
    } catch (ArrayStoreException | ArrayIndexOutOfBoundsException e) {
      end = e + " at " + e.getStackTrace()[0].getLineNumber();
    }
    return end + Arrays.toString(b);
  }

  static int any(Object[] a, Object[] b, int n) {
    int i = 0;
    for (; i < n; i++) {
      b[i] = a[i];
    }
    return i;
  }

  static Object[] allObjects(String[] a, int n) {
    Object[] b = new Object[n];
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static String[] moved(String[] a, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = a[i + 1];
    }
    return a;
  }

  // --- left alone

  static void sharedBytes(byte[] a, byte[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
  }

  static byte[] keptBefore(byte[] a, int n) {
    byte[] b = new byte[n];
    kept = b;
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static void keptEachTime(byte[] a, int n) {
    byte[] b = new byte[n];
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < n; i++) {
        b[i] = a[i];
      }
      kept = b;
    }
  }

  static byte[] passedBefore(byte[] a, int n) {
    byte[] b = new byte[n];
    sharedBytes(a, b, 2);
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static byte[] keptInElement(byte[][] all, byte[] a, int n) {
    byte[] b = new byte[n];
    all[0] = b;
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static byte[] oneOfTwo(byte[] a, int n) {
    byte[] b = n > 20 ? new byte[n] : kept;
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
    }
    return b;
  }

  static void narrowed(int[] a, byte[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[i] = (byte) a[i];
    }
  }

  static void added(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[i] = a[i] + 1;
    }
  }

  static void everySecond(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i += 2) {
      b[i] = a[i];
    }
  }

  static void sparse(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[2 * i] = a[i];
    }
  }

  static void reversed(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[n - 1 - i] = a[i];
    }
  }

  static void sometimes(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      if ((i & 3) != 1) {
        b[i] = a[i];
      }
    }
  }

  static int summed(int[] a, int[] b, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
      sum += a[i];
    }
    return sum;
  }

  static int last(int[] a, int[] b, int n) {
    int last = -1;
    for (int i = 0; i < n; i++) {
      last = a[i];
      b[i] = last;
    }
    return last;
  }

  static void twoTargets(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[i] = a[i];
      a[i] = 0;
    }
  }

  static void upToVolatile(int[] a, int[] b) {
    for (int i = 0; i < limit; i++) {
      b[i] = a[i];
    }
  }

  static void untilZero(int[] a, int[] b) {
    for (int i = 0; a[i] != 0; i++) {
      b[i] = a[i];
    }
  }

  static void otherArray(int[][] a, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[i] = a[i][0];
    }
  }

  static void fixedPlace(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i++) {
      b[3] = a[i];
    }
  }
}
