package dev.jpgo.runtime;

/** Fields as those in which optimized code finds what it compares with. */
public final class JpgoConstantsOfTests {
  public static Object c0;
  public static Object c1;
  public static Object c2;
  public static Object c3;
  public static Object c4;

  private JpgoConstantsOfTests() {}
}
