package dev.jpgo.core.phase.targets;

import dev.jpgo.core.phase.targets.far.Shape;
import java.util.function.Supplier;

/** A body that starts over after a call whose target was another one than expected. */
public final class Restarts {
  private static int total;

  private Restarts() {}

  /** An implementor that comes late, and can tell how often it was asked. */
  static final class Hole implements Shape {
    private int asked;

    @Override
    public int area() {
      asked++;
      return -1;
    }
  }

  static int add(Shape shape) {
    int area = shape.area();
    if (area < 0) {
      Supplier<String> text = () -> "negative: " + area;
      throw new IllegalArgumentException(text.get());
    }
    total += area;
    return total;
  }

  public static int measure(Shape shape) {
    return add(shape) + 1;
  }

  public static String runHole() {
    Hole hole = new Hole();
    try {
      return "measured " + measure(hole);
    } catch (IllegalArgumentException e) {
      return e.getMessage() + ", asked " + hole.asked;
    }
  }
}
