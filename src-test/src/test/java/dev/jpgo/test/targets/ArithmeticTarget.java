package dev.jpgo.test.targets;

/**
 * Every arithmetic family, conversions, compares with NaN, shifts, narrowing at call boundaries.
 */
final class ArithmeticTarget implements Target {
  private byte narrow;
  private long wide = 1;

  @Override
  public void run(Effects effects, int seed) {
    narrow = 0;
    wide = 1;
    for (int i = -3; i < 20; i++) {
      int a = i * 7919 + seed;
      effects.add(ints(a, i == 0 ? 1 : i));
      effects.add(longs(a * 1_000_003L, i == 0 ? 3 : i));
      effects.add(floats(a, i));
      effects.add(doubles(a, i));
      effects.add(toByte(a) + toChar(a) + toShort(a));
      effects.add(compare(i == 3 ? Double.NaN : i, i % 3));
      effects.add(compare(i == 3 ? Float.NaN : i, i % 3));
      narrow += (byte) a;
      wide = wide * 31 + narrow++;
      effects.add(wide);
      effects.add(flags(a > 0, i % 2 == 0) ? 1 : 0);
    }
    try {
      effects.add(ints(1, 0));
    } catch (ArithmeticException e) {
      effects.add(e);
    }
    effects.add(Integer.MIN_VALUE / minusOne() + Integer.MIN_VALUE % minusOne());
  }

  private static int minusOne() {
    return -1;
  }

  private static int ints(int a, int b) {
    int c = a + b * 3 - (a ^ b) + (a << b) + (a >> 3) + (a >>> b);
    return (c & 0xffff) * (a | 5) + a / b + a % b + ~c + -a;
  }

  private static long longs(long a, long b) {
    long c = a + b * 3 - (a ^ b) + (a << b) + (a >> 3) + (a >>> (int) b);
    return (c & 0xffff_ffffL) * (a | 5) + a / b + a % b + Long.compare(a, b) + -c;
  }

  private static float floats(int a, int b) {
    float x = a / 3f;
    return x * b - x / (b == 0 ? 1 : b) + x % 7 + (long) x + (int) (x * 1e20f);
  }

  private static double doubles(int a, int b) {
    double x = a / 3.0;
    return x * b - x / (b == 0 ? 1 : b) + x % 7 + (float) x + (int) (x * 1e300);
  }

  private static byte toByte(int a) {
    return (byte) (a * 3);
  }

  private static char toChar(int a) {
    return (char) (a * 3);
  }

  private static short toShort(int a) {
    return (short) (a * 3);
  }

  private static int compare(double a, double b) {
    return (a < b ? 1 : 0)
        + (a <= b ? 2 : 0)
        + (a > b ? 4 : 0)
        + (a >= b ? 8 : 0)
        + (a == b ? 16 : 0);
  }

  private static int compare(float a, float b) {
    return (a < b ? 1 : 0)
        + (a <= b ? 2 : 0)
        + (a > b ? 4 : 0)
        + (a >= b ? 8 : 0)
        + (a != b ? 16 : 0);
  }

  private static boolean flags(boolean a, boolean b) {
    return a && !b || a ^ b & (a | b);
  }
}
