package dev.jpgo.jmh.kernel.numeric;

import dev.jpgo.jmh.workload.Workload;

/** SHA-256 (FIPS 180-4) with a method for each of the standard's functions. */
public final class Digest implements Workload {
  static final int BLOCKS = 1200;

  /** The standard's constants: cube roots of the first 64 primes, fractions in 32 bits. */
  static final int[] K = constants();

  /** The standard's first state: square roots of the first 8 primes, fractions in 32 bits. */
  static final int[] START = start();

  /** Eight words that the blocks are mixed into. */
  static final class State {
    private final int[] words = START.clone();

    int word(int index) {
      return words[index];
    }

    void add(int index, int value) {
      words[index] += value;
    }
  }

  /** The words of a block, expanded to 64. */
  static final class Schedule {
    private final int[] words = new int[64];

    int word(int index) {
      return words[index];
    }

    void fill(byte[] message, int offset) {
      for (int i = 0; i < 16; i++) {
        words[i] = bigEndian(message, offset + i * 4);
      }
      for (int i = 16; i < 64; i++) {
        words[i] =
            smallSigma1(word(i - 2)) + word(i - 7) + smallSigma0(word(i - 15)) + word(i - 16);
      }
    }
  }

  private final byte[] message = message();
  private final Schedule schedule = new Schedule();

  static byte[] message() {
    byte[] message = new byte[BLOCKS * 64];
    for (int i = 0; i < message.length; i++) {
      message[i] = (byte) (i * 31 + i / 64);
    }
    return message;
  }

  @Override
  public long iterate() {
    State state = new State();
    for (int offset = 0; offset < message.length; offset += 64) {
      schedule.fill(message, offset);
      mix(state, schedule);
    }
    long checksum = 1;
    for (int i = 0; i < 8; i++) {
      checksum = checksum * 31 + state.word(i);
    }
    return checksum;
  }

  private static void mix(State state, Schedule schedule) {
    int a = state.word(0);
    int b = state.word(1);
    int c = state.word(2);
    int d = state.word(3);
    int e = state.word(4);
    int f = state.word(5);
    int g = state.word(6);
    int h = state.word(7);
    for (int i = 0; i < 64; i++) {
      int t1 = h + bigSigma1(e) + choose(e, f, g) + K[i] + schedule.word(i);
      int t2 = bigSigma0(a) + majority(a, b, c);
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    state.add(0, a);
    state.add(1, b);
    state.add(2, c);
    state.add(3, d);
    state.add(4, e);
    state.add(5, f);
    state.add(6, g);
    state.add(7, h);
  }

  private static int bigEndian(byte[] bytes, int at) {
    return unsigned(bytes[at]) << 24
        | unsigned(bytes[at + 1]) << 16
        | unsigned(bytes[at + 2]) << 8
        | unsigned(bytes[at + 3]);
  }

  private static int unsigned(byte value) {
    return value & 0xff;
  }

  private static int rotated(int x, int by) {
    return x >>> by | x << (32 - by);
  }

  private static int choose(int x, int y, int z) {
    return x & y ^ ~x & z;
  }

  private static int majority(int x, int y, int z) {
    return x & y ^ x & z ^ y & z;
  }

  private static int bigSigma0(int x) {
    return rotated(x, 2) ^ rotated(x, 13) ^ rotated(x, 22);
  }

  private static int bigSigma1(int x) {
    return rotated(x, 6) ^ rotated(x, 11) ^ rotated(x, 25);
  }

  private static int smallSigma0(int x) {
    return rotated(x, 7) ^ rotated(x, 18) ^ x >>> 3;
  }

  private static int smallSigma1(int x) {
    return rotated(x, 17) ^ rotated(x, 19) ^ x >>> 10;
  }

  private static int[] constants() {
    int[] constants = new int[64];
    for (int i = 0, n = 2; i < constants.length; n++) {
      if (isPrime(n)) {
        constants[i++] = fraction(StrictMath.cbrt(n));
      }
    }
    return constants;
  }

  private static int[] start() {
    int[] start = new int[8];
    for (int i = 0, n = 2; i < start.length; n++) {
      if (isPrime(n)) {
        start[i++] = fraction(StrictMath.sqrt(n));
      }
    }
    return start;
  }

  private static boolean isPrime(int n) {
    for (int d = 2; d * d <= n; d++) {
      if (n % d == 0) {
        return false;
      }
    }
    return true;
  }

  private static int fraction(double root) {
    return (int) (long) ((root - Math.floor(root)) * 0x1p32);
  }
}
