package dev.jpgo.test.targets;

import java.util.Arrays;

/** Arrays of every kind, multi-dimensional ones, bounds and store checks, compound assignment. */
final class ArrayTarget implements Target {
  private int calls;

  @Override
  public void run(Effects effects, int seed) {
    int[] ints = new int[8];
    long[] longs = new long[8];
    double[] doubles = new double[8];
    byte[] bytes = new byte[8];
    char[] chars = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
    boolean[] flags = new boolean[8];
    String[][] grid = new String[3][4];
    int[][][] cube = new int[2][3][];
    calls = 0;
    for (int i = 0; i < 40; i++) {
      int at = (i * 3 + seed) & 7;
      ints[at] += i;
      ints[next()] ^= ints[at]++;
      longs[at] = longs[(at + 1) & 7]-- + i;
      doubles[at] *= 1.5;
      doubles[at] += ints[at];
      bytes[at] += (byte) (i * 50);
      chars[at]++;
      flags[at] = !flags[at] | i % 5 == 0;
      grid[i % 3][i % 4] = "s" + at;
      cube[i & 1][i % 3] = ints;
      cube[i & 1][i % 3][at] -= 1;
    }
    effects.add(Arrays.toString(ints) + Arrays.toString(longs) + Arrays.toString(doubles));
    effects.add(Arrays.toString(bytes) + new String(chars) + Arrays.toString(flags));
    effects.add(Arrays.deepToString(grid) + cube[0].length);
    effects.add(fails(ints, 8) + fails(null, 0) + fails(ints, -1));
    effects.add(storeFails(new Integer[1]) + storeFails(new Object[1]));
    effects.add(sizeFails(-1 - seed));
    effects.add(ints.clone()[0] + ((Object[]) grid).length);
    for (int length = 0; length < 20; length++) {
      effects.add(compared(length, seed));
    }
  }

  /** What the JDK says of two arrays of each type that differ in one element, or in none. */
  private static String compared(int length, int at) {
    boolean[] flags = new boolean[length];
    byte[] bytes = new byte[length];
    char[] chars = new char[length];
    short[] shorts = new short[length];
    int[] ints = new int[length];
    long[] longs = new long[length];
    boolean[] otherFlags = flags.clone();
    byte[] otherBytes = bytes.clone();
    char[] otherChars = chars.clone();
    short[] otherShorts = shorts.clone();
    int[] otherInts = ints.clone();
    long[] otherLongs = longs.clone();
    if (at >= 0 && at < length) {
      otherFlags[at] = true;
      otherBytes[at] = -1;
      otherChars[at] = 'x';
      otherShorts[at] = -2;
      otherInts[at] = 3;
      otherLongs[at] = 1L << 40;
    }
    int from = length / 3;
    int to = length - length / 4;
    return Arrays.mismatch(flags, otherFlags)
        + " "
        + Arrays.mismatch(bytes, from, to, otherBytes, from, to)
        + " "
        + Arrays.compare(chars, otherChars)
        + Arrays.equals(shorts, from, to, otherShorts, from, to)
        + Arrays.mismatch(shorts, otherShorts)
        + Arrays.equals(ints, otherInts)
        + Arrays.compare(ints, from, to, otherInts, from, to)
        + Arrays.equals(longs, otherLongs)
        + Arrays.mismatch(longs, from, to, otherLongs, from, to)
        + Arrays.equals(bytes, otherBytes)
        + Arrays.equals(chars, from, to, otherChars, from, to);
  }

  private int next() {
    return calls++ & 7;
  }

  private static String fails(int[] array, int at) {
    try {
      return "" + array[at];
    } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
      return e.getClass().getSimpleName();
    }
  }

  private static String storeFails(Object[] array) {
    try {
      array[0] = "text";
      return "stored";
    } catch (ArrayStoreException e) {
      return e.getMessage();
    }
  }

  private static String sizeFails(int size) {
    try {
      return "" + new long[size].length;
    } catch (NegativeArraySizeException e) {
      return "negative";
    }
  }
}
