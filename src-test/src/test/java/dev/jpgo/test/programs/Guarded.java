package dev.jpgo.test.programs;

/** Loops around, inside of and beside monitors and handlers, each hot enough to be compiled. */
public final class Guarded {
  private Guarded() {}

  /** Rounds until a deadline, then prints a checksum that does not depend on their number. */
  public static void main(String[] arguments) throws InterruptedException {
    long deadline = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    long first = new Body().round();
    long sum = first;
    while (System.nanoTime() < deadline && sum == first) {
      Thread.sleep(1); // compiled classes are left alone while a loop of theirs is on a stack
      sum = new Body().round();
    }
    System.out.println("checksum " + sum);
  }

  /** What is to be compiled; the loop of main, which never ends, is in another class. */
  public static final class Body {
    private final Object lock = new Object();
    private final int[] values = new int[64];
    private int failures;

    private long round() {
      long sum = 0;
      for (int i = 0; i < 200; i++) {
        sum = sum * 31 + loopInside(i) + branchesInside(i) + tried(i) + synchronizedLoop(i);
        lockInside(i);
      }
      return sum * 31 + failures;
    }

    private int loopInside(int seed) {
      int sum = 0;
      synchronized (lock) {
        for (int i = 0; i < values.length; i++) {
          sum += values[i] ^ seed;
        }
      }
      return sum;
    }

    private int branchesInside(int seed) {
      synchronized (lock) {
        int at = seed;
        while (at > 1 && values[at & 63] != seed) {
          at = (at & 1) == 0 ? at / 2 : at - 1;
          if (at == 7) {
            return values[7];
          }
        }
        return at;
      }
    }

    private void lockInside(int seed) {
      for (int i = 0; i < values.length; i++) {
        synchronized (values) {
          values[i] += i % 5 == seed % 5 ? 1 : 2;
        }
      }
    }

    private int tried(int seed) {
      int sum = 0;
      for (int i = 0; i < 40; i++) {
        try {
          sum += values[(seed + i) % 70];
        } catch (ArrayIndexOutOfBoundsException e) {
          failures++;
          continue;
        } finally {
          sum++;
        }
        sum += i;
      }
      return sum;
    }

    private synchronized int synchronizedLoop(int seed) {
      int sum = seed;
      for (int i = 0; i < 20; i++) {
        sum = sum * 31 + values[i];
      }
      return sum;
    }
  }
}
