package dev.jpgo.test.hooks.subjects;

/** Calls {@link Inner}; in the rewritten version it has the code of Inner in itself. */
public final class Outer {
  private Outer() {}

  public static Object call() {
    Object result = null;
    result = Inner.work();
    return result;
  }
}
