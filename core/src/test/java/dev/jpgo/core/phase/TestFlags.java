package dev.jpgo.core.phase;

/** The assumption flag of compiled targets; one per defining loader. */
public final class TestFlags {
  public static volatile boolean f0 = true;

  public static long m0;

  private TestFlags() {}
}
