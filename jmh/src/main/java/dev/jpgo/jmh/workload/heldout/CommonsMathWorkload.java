package dev.jpgo.jmh.workload.heldout;

import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.Workload;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.interpolation.SplineInterpolator;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * Decompositions of matrices, a regression, splines whose zeros are sought, and order statistics.
 */
public final class CommonsMathWorkload implements Workload {
  private static final int SIZE = 40;
  private static final int SAMPLES = 200;

  @Override
  public long iterate() {
    MersenneTwister random = new MersenneTwister(42);
    Checksum checksum = new Checksum();
    decompose(random, checksum);
    regress(random, checksum);
    zeros(random, checksum);
    order(random, checksum);
    return checksum.value();
  }

  private static void decompose(MersenneTwister random, Checksum checksum) {
    RealMatrix matrix = new Array2DRowRealMatrix(SIZE, SIZE);
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        matrix.setEntry(row, column, random.nextInt(100) + (row == column ? 500 : 0));
      }
    }
    RealVector constants = matrix.getColumnVector(0);
    checksum.addRounded(new LUDecomposition(matrix).getDeterminant());
    checksum.addRounded(new QRDecomposition(matrix).getSolver().solve(constants).getNorm());
    checksum.addRounded(matrix.multiply(matrix.transpose()).getFrobeniusNorm());
  }

  private static void regress(MersenneTwister random, Checksum checksum) {
    double[] y = new double[SAMPLES];
    double[][] x = new double[SAMPLES][3];
    for (int i = 0; i < SAMPLES; i++) {
      for (int j = 0; j < 3; j++) {
        x[i][j] = random.nextInt(1000) / 8.0;
      }
      y[i] = 3 * x[i][0] - 2 * x[i][1] + x[i][2] + random.nextInt(16);
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.newSampleData(y, x);
    for (double parameter : regression.estimateRegressionParameters()) {
      checksum.addRounded(parameter);
    }
  }

  private static void zeros(MersenneTwister random, Checksum checksum) {
    double[] x = new double[SAMPLES];
    double[] y = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      x[i] = i;
      y[i] = (i % 2 == 0 ? 1 : -1) * (1 + random.nextInt(50));
    }
    UnivariateFunction spline = new SplineInterpolator().interpolate(x, y);
    BrentSolver solver = new BrentSolver(1e-9);
    for (int i = 0; i + 1 < SAMPLES; i++) {
      checksum.addRounded(solver.solve(100, spline, i, i + 1.0));
    }
  }

  private static void order(MersenneTwister random, Checksum checksum) {
    DescriptiveStatistics statistics = new DescriptiveStatistics();
    for (int i = 0; i < 10 * SAMPLES; i++) {
      statistics.addValue(random.nextInt(10_000));
    }
    checksum.addRounded(statistics.getPercentile(25));
    checksum.addRounded(statistics.getPercentile(90));
    checksum.addRounded(statistics.getMean());
  }
}
