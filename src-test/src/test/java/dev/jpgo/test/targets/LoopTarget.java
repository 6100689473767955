package dev.jpgo.test.targets;

/**
 * Loops of every shape: nested, labelled, irreducible by break, long counters, values live around
 * them.
 */
final class LoopTarget implements Target {
  @Override
  public void run(Effects effects, int seed) {
    effects.add(sum(1000 + seed));
    effects.add(nested(20, seed));
    effects.add(longLoop(3000));
    effects.add(search(effects, seed));
    effects.add(swap(100));
    effects.add(objects(3000));
    effects.add(withHandler(2500));
    synchronized (this) {
      effects.add(sum(2000));
    }
  }

  private static int sum(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i ^ (sum >> 1);
    }
    return sum;
  }

  private static long nested(int n, int seed) {
    long total = seed;
    for (int i = 0; i < n; i++) {
      int j = i;
      do {
        for (int k = j; k > 0; k /= 2) {
          total = total * 3 + k;
        }
      } while (--j > 0);
    }
    return total;
  }

  private static double longLoop(long n) {
    double d = 1;
    float f = 0;
    for (long i = 0; i < n; i += 2) {
      d = d * 1.0001 + i;
      f += i;
    }
    return d + f;
  }

  private static int search(Effects effects, int seed) {
    int tries = 0;
    outer:
    while (true) {
      for (int i = 0; i < 10; i++) {
        tries++;
        if ((tries * 7 + seed) % 97 == 0) {
          break outer;
        }
        if (i == 8) {
          continue outer;
        }
      }
    }
    effects.add(tries);
    return tries;
  }

  private static int swap(int n) {
    int a = 1;
    int b = 2;
    int c = 3;
    for (int i = 0; i < n; i++) {
      int t = a;
      a = b;
      b = c;
      c = t + i;
    }
    return a * 10000 + b * 100 + c;
  }

  private static String objects(int n) {
    Object last = null;
    String text = "";
    int[] cell = new int[1];
    for (int i = 0; i < n; i++) {
      cell[0] += i;
      if (i % 1000 == 0) {
        last = text;
        text = text + cell[0];
      }
    }
    return text + last;
  }

  private static int withHandler(int n) {
    int caught = 0;
    int i = 0;
    while (i < n) {
      try {
        i++;
        if (i % 100 == 0) {
          throw new IllegalStateException();
        }
      } catch (IllegalStateException e) {
        caught += i;
      }
    }
    return caught;
  }
}
