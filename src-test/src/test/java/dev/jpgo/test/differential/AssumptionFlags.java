package dev.jpgo.test.differential;

/**
 * Assumption flags of optimized programs: one that always holds, one that never does, and one that
 * holds until the program has done so much or its late class is loaded. A flag of the agent goes
 * from true to false once, at any time before a class is defined that breaks an assumption; so does
 * that one.
 */
public final class AssumptionFlags {
  public static volatile boolean holds = true;
  public static volatile boolean broken = false;
  public static volatile boolean breaking = true;

  private static int left;

  private AssumptionFlags() {}

  /** Starts the life of the flag that breaks: so many effects of a program. */
  static void breakAfter(int effects) {
    left = effects;
    breaking = effects > 0;
  }

  /** The late class is about to be defined. */
  static void onLateClass() {
    breaking = false;
  }

  /** A program has had an effect. One thread of a program runs at a time, each after the other. */
  static void effect() {
    if (--left == 0) {
      breaking = false;
    }
  }
}
