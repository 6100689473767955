package dev.jpgo.core.phase.memory;

import java.util.Arrays;

/** Loops that load an element of an array again and again. */
public final class Elements {
  private Elements() {}

  private static int calls;

  static int row(int[][] rows, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
      sum = sum * 31 + rows[i][j];
    }
    return sum;
  }

  /** The test needs the row itself. */
  static int rowToItsEnd(int[][] rows, int i) {
    int sum = 0;
    for (int j = 0; j < rows[i].length; j++) {
      sum = sum * 31 + rows[i][j];
    }
    return sum;
  }

  /** Two elements, one after the other, and one of them twice. */
  static double product(double[][] a, double[] b, int k, int from, int to) {
    double sum = 0;
    for (int j = from; j <= to; j++) {
      sum += b[k] * a[k][j] + b[k];
    }
    return sum;
  }

  /** The index is a constant, the test is passed by its jump. */
  static long first(long[][] rows, int n) {
    long sum = 0;
    int j = n;
    do {
      if (j <= 0) {
        return sum;
      }
      j--;
      sum = sum * 31 + rows[0][j];
    } while (true);
  }

  /** Something happens before the element is loaded. */
  static int late(int[] counts, int[][] rows, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
      counts[0]++;
      sum += rows[i][j];
    }
    return sum;
  }

  /** The loop stores to arrays of this kind. */
  static int stored(int[][] rows, int[][] others, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
      sum += rows[i][j];
      others[j % 2] = rows[1];
    }
    return sum;
  }

  /** What the loop stores to is of another kind. */
  static int storedElsewhere(int[][] rows, int i, int n) {
    for (int j = 1; j < n; j++) {
      rows[i][j] += rows[i][j - 1];
    }
    return Arrays.hashCode(rows[i]);
  }

  /** What is called may store to it. */
  static int called(int[][] rows, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
      sum += rows[i][j];
      exchange(rows);
    }
    return sum;
  }

  private static void exchange(int[][] rows) {
    int[] row = rows[0];
    rows[0] = rows[1];
    rows[1] = row;
    calls++;
  }

  /** A handler is for what is thrown. */
  static int caught(int[][] rows, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
      try {
        sum += rows[i][j];
      } catch (RuntimeException e) {
        sum -= e.getClass().getSimpleName().length() * (j + 1);
      }
    }
    return sum;
  }

  /** Only where another test is passed, too. */
  static int sometimes(int[][] rows, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
      if ((j & 1) == 1) {
        sum += rows[i][j];
      }
    }
    return sum;
  }

  /** The index is counted by the loop around. */
  static int grid(int[][] rows, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (rows[i][j] > 2) {
          sum += rows[i][j];
        }
      }
    }
    return sum;
  }

  /** Another thread may end this loop. */
  static int waiting(boolean[] ready, int limit) {
    while (!ready[0]) {
      if (limit == 0) {
        return 1;
      }
    }
    return 2;
  }

  public static String run() {
    StringBuilder text = new StringBuilder();
    int[][] rows = {{1, 2, 3, 4}, {5, 6, 7, 8}, null, {9, 10, 11, 12}};
    long[][] longs = {{1L << 40, 2, 3}};
    double[][] doubles = {{0.5, 1.5, 2.5}, null};
    for (int i = -1; i <= 4; i++) {
      for (int n = 0; n <= 5; n += 2) {
        int index = i;
        int end = n;
        said(text, () -> row(rows, index, end));
        said(text, () -> row(null, index, end));
        said(text, () -> rowToItsEnd(rows, index));
        said(text, () -> (int) product(doubles, new double[] {2, 3}, index, 0, end - 1));
        said(text, () -> (int) product(doubles, new double[] {}, index, 2, end - 1));
        said(text, () -> (int) product(null, new double[] {1}, index, 2, end - 1));
        said(text, () -> (int) first(end > 3 ? null : longs, end));
        int[] counts = new int[1];
        said(text, () -> late(counts, rows, index, end));
        said(text, () -> stored(copy(rows), rows.clone(), index, end));
        said(text, () -> storedElsewhere(copy(rows), index, end));
        said(text, () -> called(copy(rows), index, end));
        said(text, () -> caught(rows, index, end));
        said(text, () -> sometimes(rows, index, end));
        said(text, () -> grid(rows, end / 2));
        text.append(counts[0]).append(' ').append(calls).append('\n');
      }
    }
    int[][] own = copy(rows);
    said(text, () -> stored(own, own, 0, 4));
    said(text, () -> waiting(new boolean[] {true}, 1));
    said(text, () -> waiting(new boolean[] {}, 1));
    said(text, () -> waiting(new boolean[1], 0));
    return text.toString();
  }

  private static int[][] copy(int[][] rows) {
    int[][] copy = rows.clone();
    for (int i = 0; i < copy.length; i++) {
      copy[i] = copy[i] == null ? null : copy[i].clone();
    }
    return copy;
  }

  /** What is asked for. */
  interface Asked {
    int ask();
  }

  private static void said(StringBuilder text, Asked asked) {
    try {
      text.append(asked.ask()).append(' ');
    } catch (RuntimeException e) {
      text.append(e.getClass().getSimpleName());
      if (e instanceof ArrayIndexOutOfBoundsException) {
        text.append(e.getMessage());
      }
      text.append(' ');
    }
  }
}
