package dev.jpgo.jmh.kernel.numeric;

import dev.jpgo.jmh.workload.Workload;

/** Fast Fourier transforms of signals made of complex numbers, each an object. */
public final class Fourier implements Workload {
  static final int BITS = 11;
  static final int SIZE = 1 << BITS;

  /** A complex number. */
  record Complex(double re, double im) {
    Complex plus(Complex other) {
      return new Complex(re + other.re(), im + other.im());
    }

    Complex minus(Complex other) {
      return new Complex(re - other.re(), im - other.im());
    }

    Complex times(Complex other) {
      return new Complex(re * other.re() - im * other.im(), re * other.im() + im * other.re());
    }

    Complex conjugate() {
      return new Complex(re, -im);
    }

    double square() {
      return re * re + im * im;
    }
  }

  /** Complex numbers at equal distances, kept as two arrays. */
  static final class Signal {
    private final double[] re = new double[SIZE];
    private final double[] im = new double[SIZE];

    Complex get(int index) {
      return new Complex(re[index], im[index]);
    }

    void set(int index, Complex value) {
      re[index] = value.re();
      im[index] = value.im();
    }

    void swap(int one, int other) {
      Complex value = get(one);
      set(one, get(other));
      set(other, value);
    }
  }

  /** Roots of unity, read as complex numbers. */
  static final class Roots {
    static final double[] RE = new double[SIZE / 2];
    static final double[] IM = new double[SIZE / 2];

    static {
      for (int i = 0; i < SIZE / 2; i++) {
        RE[i] = StrictMath.cos(-2 * Math.PI * i / SIZE);
        IM[i] = StrictMath.sin(-2 * Math.PI * i / SIZE);
      }
    }

    private Roots() {}

    static Complex get(int index) {
      return new Complex(RE[index], IM[index]);
    }
  }

  static double sample(int i) {
    return (i * 37 % 101 - 50) / 64.0;
  }

  @Override
  public long iterate() {
    Signal signal = new Signal();
    for (int i = 0; i < SIZE; i++) {
      signal.set(i, new Complex(sample(i), 0));
    }
    transform(signal);
    double power = 0;
    for (int i = 0; i < SIZE; i++) {
      power += signal.get(i).square();
      signal.set(i, signal.get(i).conjugate());
    }
    transform(signal);
    return Double.doubleToLongBits(power) * 31 + Double.doubleToLongBits(signal.get(7).re());
  }

  private static void transform(Signal signal) {
    for (int i = 0; i < SIZE; i++) {
      int mirrored = Integer.reverse(i) >>> (32 - BITS);
      if (mirrored > i) {
        signal.swap(i, mirrored);
      }
    }
    for (int half = 1; half < SIZE; half *= 2) {
      for (int start = 0; start < SIZE; start += 2 * half) {
        for (int i = 0; i < half; i++) {
          butterfly(signal, start + i, start + i + half, Roots.get(i * (SIZE / 2 / half)));
        }
      }
    }
  }

  private static void butterfly(Signal signal, int upper, int lower, Complex root) {
    Complex one = signal.get(upper);
    Complex other = signal.get(lower).times(root);
    signal.set(upper, one.plus(other));
    signal.set(lower, one.minus(other));
  }
}
