package dev.jpgo.test.programs;

/**
 * A main that spends its life in one loop. Prints a checksum of a fixed number of rounds; goes on
 * for at least the given number of milliseconds.
 */
public final class Spin {
  private static final class Accumulator {
    private long sum;

    void add(int value) {
      sum += value;
    }

    long sum() {
      return sum;
    }
  }

  private Spin() {}

  public static void main(String[] arguments) {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    Accumulator accumulator = new Accumulator();
    long checksum = 0;
    int rounds = 0;
    int i = 0;
    while (rounds < 50 || System.nanoTime() < end) {
      accumulator.add(i ^ rounds);
      if (++i == 20_000) {
        i = 0;
        if (++rounds == 50) {
          checksum = accumulator.sum();
        }
      }
    }
    System.out.println("checksum " + checksum + " " + (accumulator.sum() > checksum));
  }
}
