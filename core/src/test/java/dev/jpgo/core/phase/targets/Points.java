package dev.jpgo.core.phase.targets;

/** Points that stay in a method, and what may go wrong when one is made. */
public final class Points {
  private Points() {}

  static class Place {
    final int x;

    Place(int x) {
      this.x = limited(x);
    }
  }

  static final class Point extends Place {
    final int y;

    Point(int x, int y) {
      super(x);
      this.y = y;
    }

    int sum() {
      return x + y;
    }
  }

  static int limited(int x) {
    if (x == 7) {
      throw new IllegalArgumentException("seven");
    }
    return x;
  }

  static int sum(int x) {
    return new Point(x, 3).sum();
  }

  static int alone(int x) {
    Point point = new Point(x, 5);
    return point.x * point.y;
  }

  public static String run() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      try {
        text.append(sum(i)).append(' ');
      } catch (IllegalArgumentException e) {
        text.append(e.getMessage());
      }
    }
    return text.toString();
  }
}
