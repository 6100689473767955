package dev.jpgo.test.hooks.subjects;

/** Frames that are on the stack while their class is rewritten; with overloads. */
public final class Deep {
  private Deep() {}

  public static Object down(int depth) {
    if (depth > 0) {
      return down(depth - 1);
    }
    return down("bottom", depth);
  }

  public static Object down(String text, int depth) {
    Object[] results = {text, depth, Sink.take()};
    return results[2];
  }
}
