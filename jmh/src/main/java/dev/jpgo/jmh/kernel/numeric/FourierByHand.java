package dev.jpgo.jmh.kernel.numeric;

import static dev.jpgo.jmh.kernel.numeric.Fourier.BITS;
import static dev.jpgo.jmh.kernel.numeric.Fourier.SIZE;

import dev.jpgo.jmh.workload.Workload;

/** {@link Fourier} with complex numbers as pairs of local variables. */
public final class FourierByHand implements Workload {
  @Override
  public long iterate() {
    double[] re = new double[SIZE];
    double[] im = new double[SIZE];
    for (int i = 0; i < SIZE; i++) {
      re[i] = Fourier.sample(i);
    }
    transform(re, im);
    double power = 0;
    for (int i = 0; i < SIZE; i++) {
      double x = re[i];
      double y = im[i];
      power += x * x + y * y;
      im[i] = -y;
    }
    transform(re, im);
    return Double.doubleToLongBits(power) * 31 + Double.doubleToLongBits(re[7]);
  }

  private static void transform(double[] re, double[] im) {
    for (int i = 0; i < SIZE; i++) {
      int mirrored = Integer.reverse(i) >>> (32 - BITS);
      if (mirrored > i) {
        double x = re[i];
        double y = im[i];
        re[i] = re[mirrored];
        im[i] = im[mirrored];
        re[mirrored] = x;
        im[mirrored] = y;
      }
    }
    double[] rootRe = Fourier.Roots.RE;
    double[] rootIm = Fourier.Roots.IM;
    for (int half = 1; half < SIZE; half *= 2) {
      int stride = SIZE / 2 / half;
      for (int start = 0; start < SIZE; start += 2 * half) {
        for (int i = 0, upper = start, lower = start + half; i < half; i++, upper++, lower++) {
          double rootX = rootRe[i * stride];
          double rootY = rootIm[i * stride];
          double x = re[lower];
          double y = im[lower];
          double otherX = x * rootX - y * rootY;
          double otherY = x * rootY + y * rootX;
          double oneX = re[upper];
          double oneY = im[upper];
          re[upper] = oneX + otherX;
          im[upper] = oneY + otherY;
          re[lower] = oneX - otherX;
          im[lower] = oneY - otherY;
        }
      }
    }
  }
}
