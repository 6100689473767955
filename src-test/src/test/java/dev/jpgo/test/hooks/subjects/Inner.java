package dev.jpgo.test.hooks.subjects;

/** What gets inlined. */
public final class Inner {
  private Inner() {}

  public static Object work() {
    return Sink.take();
  }
}
