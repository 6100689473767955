package dev.jpgo.jmh.kernel.numeric;

import static dev.jpgo.jmh.kernel.numeric.MatrixProduct.SIZE;

import dev.jpgo.jmh.workload.Workload;

/** {@link MatrixProduct} on arrays, with indices that are added to rather than multiplied. */
public final class MatrixProductByHand implements Workload {
  private final double[] matrix = new double[SIZE * SIZE];

  public MatrixProductByHand() {
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        matrix[row * SIZE + column] = MatrixProduct.element(row, column);
      }
    }
  }

  @Override
  public long iterate() {
    double[] square = times(matrix, transposed(matrix));
    double trace = 0;
    for (int i = 0; i < SIZE * SIZE; i += SIZE + 1) {
      trace += square[i];
    }
    return Double.doubleToLongBits(trace) * 31 + Double.doubleToLongBits(determinant(square));
  }

  private static double[] transposed(double[] a) {
    double[] result = new double[a.length];
    int from = 0;
    for (int row = 0; row < SIZE; row++) {
      for (int to = row; to < a.length; to += SIZE) {
        result[to] = a[from++];
      }
    }
    return result;
  }

  private static double[] times(double[] a, double[] b) {
    double[] product = new double[a.length];
    int to = 0;
    for (int row = 0; row < a.length; row += SIZE) {
      for (int column = 0; column < SIZE; column++) {
        double sum = 0;
        int end = row + SIZE;
        for (int i = row, j = column; i < end; i++, j += SIZE) {
          sum += a[i] * b[j];
        }
        product[to++] = sum;
      }
    }
    return product;
  }

  private static double determinant(double[] a) {
    double determinant = 1;
    for (int step = 0; step < SIZE; step++) {
      int start = step * SIZE;
      int pivot = start;
      for (int row = start + SIZE; row < a.length; row += SIZE) {
        if (Math.abs(a[row + step]) > Math.abs(a[pivot + step])) {
          pivot = row;
        }
      }
      if (pivot != start) {
        for (int column = 0; column < SIZE; column++) {
          double value = a[pivot + column];
          a[pivot + column] = a[start + column];
          a[start + column] = value;
        }
        determinant = -determinant;
      }
      double divisor = a[start + step];
      determinant *= divisor;
      for (int row = start + SIZE; row < a.length; row += SIZE) {
        double factor = a[row + step] / divisor;
        int end = row + SIZE;
        for (int i = row + step, j = start + step; i < end; i++, j++) {
          a[i] -= factor * a[j];
        }
      }
    }
    return determinant;
  }
}
