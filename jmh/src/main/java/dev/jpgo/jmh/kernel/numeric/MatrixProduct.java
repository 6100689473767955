package dev.jpgo.jmh.kernel.numeric;

import dev.jpgo.jmh.workload.Workload;

/** Multiplies matrices and solves a system of equations, element by element through methods. */
public final class MatrixProduct implements Workload {
  static final int SIZE = 72;

  /** Numbers in rows. */
  static final class Matrix {
    private final int rows;
    private final int columns;
    private final double[] elements;

    Matrix(int rows, int columns) {
      this.rows = rows;
      this.columns = columns;
      this.elements = new double[rows * columns];
    }

    int rows() {
      return rows;
    }

    int columns() {
      return columns;
    }

    double get(int row, int column) {
      return elements[row * columns + column];
    }

    void set(int row, int column, double value) {
      elements[row * columns + column] = value;
    }

    Matrix times(Matrix other) {
      Matrix product = new Matrix(rows(), other.columns());
      for (int row = 0; row < rows(); row++) {
        for (int column = 0; column < other.columns(); column++) {
          double sum = 0;
          for (int i = 0; i < columns(); i++) {
            sum += get(row, i) * other.get(i, column);
          }
          product.set(row, column, sum);
        }
      }
      return product;
    }

    Matrix transposed() {
      Matrix result = new Matrix(columns(), rows());
      for (int row = 0; row < rows(); row++) {
        for (int column = 0; column < columns(); column++) {
          result.set(column, row, get(row, column));
        }
      }
      return result;
    }

    /** Gauss's elimination, in place; the largest element of a column is its pivot. */
    double determinant() {
      double determinant = 1;
      for (int step = 0; step < rows(); step++) {
        int pivot = pivot(step);
        if (pivot != step) {
          swapRows(pivot, step);
          determinant = -determinant;
        }
        determinant *= get(step, step);
        for (int row = step + 1; row < rows(); row++) {
          subtractRow(row, step, get(row, step) / get(step, step));
        }
      }
      return determinant;
    }

    private int pivot(int column) {
      int pivot = column;
      for (int row = column + 1; row < rows(); row++) {
        if (Math.abs(get(row, column)) > Math.abs(get(pivot, column))) {
          pivot = row;
        }
      }
      return pivot;
    }

    private void swapRows(int one, int other) {
      for (int column = 0; column < columns(); column++) {
        double value = get(one, column);
        set(one, column, get(other, column));
        set(other, column, value);
      }
    }

    private void subtractRow(int from, int row, double factor) {
      for (int column = row; column < columns(); column++) {
        set(from, column, get(from, column) - factor * get(row, column));
      }
    }
  }

  static double element(int row, int column) {
    return (row * 17 + column * 31) % 13 / 4.0 + (row == column ? 3 : 0);
  }

  private final Matrix matrix = new Matrix(SIZE, SIZE);

  public MatrixProduct() {
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        matrix.set(row, column, element(row, column));
      }
    }
  }

  @Override
  public long iterate() {
    Matrix square = matrix.times(matrix.transposed());
    double trace = 0;
    for (int i = 0; i < SIZE; i++) {
      trace += square.get(i, i);
    }
    return Double.doubleToLongBits(trace) * 31 + Double.doubleToLongBits(square.determinant());
  }
}
