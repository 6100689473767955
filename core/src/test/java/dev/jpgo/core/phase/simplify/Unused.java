package dev.jpgo.core.phase.simplify;

/** Results that nobody uses. Each method is run as compiled and as transformed. */
final class Unused {
  private Unused() {}

  static int byAConstant(int a) {
    int unused = a / 3;
    return a;
  }

  static long byALongConstant(long a) {
    long unused = a % -1L;
    return a;
  }

  static int byAVariable(int a, int b) {
    int unused = a / b;
    return a;
  }

  @SuppressWarnings("divzero")
  static int byZero(int a) {
    int unused = a % 0;
    return a;
  }
}
