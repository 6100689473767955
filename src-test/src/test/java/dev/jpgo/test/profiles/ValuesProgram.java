package dev.jpgo.test.profiles;

import dev.jpgo.api.Jpgo;
import java.time.Duration;
import java.util.Arrays;

/**
 * A program of which it is known what it switches on, how long its arrays are and what it locks.
 */
public final class ValuesProgram {
  /** Passes that are counted. */
  static final int PASSES = 240;

  private static final Object[] MONITORS = {new Object(), "text"};

  private long sum;

  private ValuesProgram() {}

  public static void main(String[] arguments) throws Exception {
    boolean present = Jpgo.isPresent();
    ValuesProgram program = new ValuesProgram();
    program.passes(12); // is profiled from now on
    if (present && !Jpgo.awaitIdle(Duration.ofMinutes(1))) {
      System.out.println("the agent does not come to rest");
    }
    Jpgo.reset();
    program.passes(PASSES);
    System.out.println(program.sum);
  }

  private void passes(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      chosen(i % 6);
      lengths(i % 3);
      locked(i % 4);
      method(i);
      ofClass(i);
      lockOfNothing(i % 2 == 0 ? null : this);
    }
  }

  /** 0 alone, 1 and 2 together, 4 alone, 3 and 5 are no cases. */
  void chosen(int what) {
    switch (what) {
      case 0 -> sum += 3;
      case 1, 2 -> sum += what * 31L;
      case 4 -> sum ^= 77;
      default -> sum--;
    }
    sum = Long.rotateLeft(sum, what);
  }

  void lengths(int length) {
    int[] made = new int[length];
    Arrays.fill(made, length);
    int[] copied = Arrays.copyOf(made, length + 1);
    System.arraycopy(made, 0, copied, 1, length);
    sum += Arrays.hashCode(copied) + new long[4].length;
  }

  /** The first is free always; the second one time of two, as is the thread's own then. */
  void locked(int how) {
    synchronized (MONITORS[0]) {
      synchronized (MONITORS[how % 2]) {
        sum += how;
      }
    }
    sum += Thread.holdsLock(MONITORS[0]) || Thread.holdsLock(MONITORS[1]) ? 1000 : 0;
  }

  synchronized void method(int number) {
    sum += Thread.holdsLock(this) ? number : -1;
    sum = Long.rotateLeft(sum, 1) ^ Integer.bitCount(number) ^ Math.max(number, 7);
  }

  static synchronized void ofClass(int number) {
    if (!Thread.holdsLock(ValuesProgram.class) || number < 0) {
      System.out.println("not locked " + Math.abs(number) + " " + Math.min(number, 3));
    }
  }

  /** Says what exception it is, and where it is from. */
  void lockOfNothing(Object nothing) {
    try {
      synchronized (nothing) {
        sum += Math.floorMod(sum, 7);
      }
    } catch (NullPointerException e) {
      sum += e.getMessage().hashCode() + e.getStackTrace()[0].getLineNumber();
    }
  }
}
