package dev.jpgo.core.phase.dynamic;

/** What is switched on; {@link PatternSwitchesTest} puts methods into a class of this name. */
final class Switched {
  private Switched() {}

  /** Shapes. */
  sealed interface Shape permits Circle, Square, Pair, Color {}

  record Circle(int radius) implements Shape {}

  /** Has a class below it. */
  static non-sealed class Square implements Shape {}

  /** The class below. */
  static final class Tile extends Square {}

  record Pair(int a, int b) implements Shape {}

  /** An enum with a body below it. */
  enum Color implements Shape {
    RED,
    GREEN {
      @Override
      int code() {
        return 2;
      }
    },
    BLUE,
    GREY(7, "grey");

    Color() {
      this(1, "");
    }

    Color(int code, String text) {
      if (code + text.length() < 0) {
        throw new IllegalArgumentException(text);
      }
    }

    int code() {
      return 1;
    }
  }

  /** Nobody has initialized it. */
  enum Late {
    SOON,
    NEVER
  }
}
