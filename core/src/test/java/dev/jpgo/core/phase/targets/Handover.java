package dev.jpgo.core.phase.targets;

import dev.jpgo.core.phase.TestFlags;
import dev.jpgo.core.phase.targets.far.Square;
import java.util.function.Supplier;

/** A receiver that comes after the assumption about it was looked at, and has failed since. */
public final class Handover {
  private Handover() {}

  /** A subclass that comes late. */
  static final class Late extends Square {
    Late() {
      super(7);
    }

    @Override
    public int area() {
      return -1;
    }
  }

  public static int measure(Square first, Supplier<Square> second) {
    return first.area() * 100 + second.get().area();
  }

  public static int runLate() {
    return measure(new Square(3), Handover::late);
  }

  /** Whoever inlines it leaves out what it does with a negative area, and is there alone then. */
  private static int checked(Square first, Supplier<Square> second) {
    int area = first.area();
    if (area < 0) {
      Supplier<String> text = () -> "negative: " + area;
      throw new IllegalArgumentException(text.get());
    }
    return area * 100 + second.get().area();
  }

  public static int measureChecked(Square first, Supplier<Square> second) {
    return checked(first, second) + 1;
  }

  public static int runLateChecked() {
    return measureChecked(new Square(3), Handover::late);
  }

  private static Square late() {
    TestFlags.f0 = false;
    return new Late();
  }
}
