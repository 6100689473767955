package dev.jpgo.core.phase.targets;

/** Loops without calls. */
public final class Rounds {
  private static long[] constants = {11, 13, 17, 19, 23, 29};

  private Rounds() {}

  public static String run() {
    return mixed(3, 5) + " " + summed();
  }

  /** Hundreds of operations, and one load that may leave the loop. */
  static long mixed(long seed, long key) {
    long a = seed;
    long b = key;
    long c = seed ^ key;
    long d = seed + key;
    for (int i = 0; i < 6; i++) {
      a = (a << 7 | a >>> 57) ^ b + c;
      b = (b << 11 | b >>> 53) ^ c + d;
      c = (c << 13 | c >>> 51) ^ d + a;
      d = (d << 17 | d >>> 47) ^ a + b;
      a = (a << 19 | a >>> 45) ^ b + c;
      b = (b << 23 | b >>> 41) ^ c + d;
      c = (c << 29 | c >>> 35) ^ d + a;
      d = (d << 31 | d >>> 33) ^ a + b;
      a ^= constants[i];
    }
    return a + b + c + d;
  }

  /** The same load in a loop that does little else. */
  static long summed() {
    long sum = 0;
    for (int i = 0; i < 6; i++) {
      sum += constants[i];
    }
    return sum;
  }
}
