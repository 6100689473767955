package dev.jpgo.test.differential;

/** Assumption flags of optimized programs: one that always holds and one that never does. */
public final class AssumptionFlags {
  public static volatile boolean holds = true;
  public static volatile boolean broken = false;

  private AssumptionFlags() {}
}
