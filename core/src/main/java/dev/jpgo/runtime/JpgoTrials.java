package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What a method on trial calls: it holds its original and its optimized code, asks here at its
 * entry which to run, and says so when it returns. Never throws, but for a stack that overflows at
 * the entry. Code whose trial is over runs its original.
 */
public final class JpgoTrials {
  /** Bound on the number of trials. */
  public static final int LIMIT = 4096;

  private static final @Nullable JpgoTrial[] TABLE = new JpgoTrial[LIMIT];

  private JpgoTrials() {}

  /** Sets what is measured under a number; null when nothing is any more. */
  public static void put(int number, @Nullable JpgoTrial trial) {
    TABLE[number] = trial;
  }

  /**
   * A method is entered.
   *
   * @return what {@link #end} is to be given; the bit {@link JpgoTrial#OPTIMIZED} says which code
   *     to run
   */
  public static int begin(int number) {
    JpgoTrial trial = TABLE[number];
    return trial == null ? 0 : trial.begin();
  }

  /** A method returns; not called where it throws. */
  public static void end(int token, int number) {
    if ((token & JpgoTrial.BUSY) != 0) {
      finish(token, number);
    }
  }

  /** Where the stack has no room to measure, the call is as if it had thrown. */
  private static void finish(int token, int number) {
    JpgoTrial trial = TABLE[number];
    try {
      if (trial != null) {
        trial.end(token);
      }
    } catch (StackOverflowError full) {
      return;
    }
  }
}
