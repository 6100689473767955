package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;

/**
 * Makes two large arrays, one after the other, of which the heap holds one. Prints whether they
 * were made.
 */
public final class Fits {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "fits.agent";

  private static final int CALLS = 300;
  private static final int ROUNDS = 5;
  private static final int LARGE = 90 << 20;

  private Fits() {}

  private static byte[] make(int length, int number) {
    byte[] made = new byte[length];
    made[length >> 1] = (byte) number;
    return made;
  }

  private static int ends(byte[] array, int number) {
    if (array.length == 0) {
      return 0;
    }
    int sum = array[0];
    if (number > 3) {
      sum += array[array.length - 1];
    }
    return sum + array[array.length / 2];
  }

  /** Nothing but the operand stack has the arrays, until a call takes them from there. */
  static int passed(int length, int number) {
    int sum = ends(new byte[length], number);
    sum += ends(new byte[length], number + 1);
    return sum;
  }

  /** Two calls of each method stand in one line. */
  static int inLine(int length, int number) {
    return ends(make(length, number), number) + ends(make(length, number + 1), number);
  }

  public static void main(String[] arguments) throws InterruptedException {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < ROUNDS && Boolean.getBoolean(AGENT); round++) {
      for (int i = 0; i < CALLS; i++) {
        passed(300, i);
        inLine(300, i);
      }
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    try {
      System.out.println("passed " + passed(LARGE, 1));
    } catch (OutOfMemoryError e) {
      System.out.println("passed: " + e.getMessage());
    }
    try {
      System.out.println("in line " + inLine(LARGE, 1));
    } catch (OutOfMemoryError e) {
      System.out.println("in line: " + e.getMessage());
    }
  }
}
