package dev.jpgo.test.programs;

import java.io.IOException;

/**
 * A method that loops and is called some million times a second. Arguments: see {@link Awaited}.
 * Prints what does not hang on how long that was.
 */
public final class Often {
  /** Has the method; the loop of {@link #main} is not in its class. */
  static final class Work {
    private Work() {}

    static int bits(int value) {
      int bits = 0;
      for (int left = value; left != 0; left &= left - 1) {
        bits++;
      }
      return bits;
    }
  }

  private Often() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      for (int i = 0; i < 100_000; i++) {
        same &= Work.bits(i) == Integer.bitCount(i);
      }
    }
    System.out.println(same);
  }
}
