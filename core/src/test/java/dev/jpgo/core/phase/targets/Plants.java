package dev.jpgo.core.phase.targets;

import org.jspecify.annotations.Nullable;

/** Calls with several targets, none of which dominates. */
public final class Plants {
  private Plants() {}

  /** What is called. */
  public interface Growing {
    int height(int years);
  }

  /** What is called, by a class. */
  public abstract static class Plant implements Growing {
    public int eaten;

    public abstract String name();
  }

  /** One. */
  public static class Tree extends Plant {
    @Override
    public int height(int years) {
      return years * 3;
    }

    @Override
    public String name() {
      return "tree";
    }
  }

  /** Another, which fails. */
  public static class Weed extends Plant {
    @Override
    public int height(int years) {
      return 100 / years;
    }

    @Override
    public String name() {
      return eaten++ > 3 ? "eaten" : "weed";
    }
  }

  /** A third. */
  public static class Moss extends Plant {
    @Override
    public int height(int years) {
      return 1;
    }

    @Override
    public String name() {
      return "moss";
    }
  }

  /** One that calls. */
  public static class Vine extends Plant {
    @Override
    public int height(int years) {
      return knots(years);
    }

    private static int knots(int years) {
      return years + years;
    }

    @Override
    public String name() {
      return "vine";
    }
  }

  /** One that makes calls which stay. */
  public static class Ivy extends Plant {
    @Override
    public int height(int years) {
      return climbed(years) + 1;
    }

    private static int climbed(int years) {
      return years <= 0 ? 0 : climbed(years - 1) + years;
    }

    @Override
    public String name() {
      return "ivy";
    }
  }

  /** One that the profile does not have. */
  public static final class Stone implements Growing {
    @Override
    public int height(int years) {
      return -years;
    }
  }

  /** One that breaks what the code for trees rests on. */
  public static final class Bonsai extends Tree {
    @Override
    public int height(int years) {
      return 7;
    }
  }

  public static int heights(Growing growing, int years) {
    return 1000 + growing.height(years);
  }

  public static int nested(Plant plant, int years) {
    try {
      return plant.name().length() * 2 + plant.height(years);
    } catch (ArithmeticException e) {
      return plant.eaten;
    }
  }

  /** Two such calls, of which one's result is the other's argument. */
  public static int chained(Plant a, Plant b, int years) {
    return b.height(a.height(b.height(years)));
  }

  /** Calls in a loop. */
  public static int sum(Growing[] plants, int years) {
    int sum = 0;
    for (Growing plant : plants) {
      sum += plant.height(years);
    }
    return sum;
  }

  /** Calls its argument in a loop. */
  public static int grow(Growing growing, int years) {
    int sum = 0;
    for (int i = 0; i < years; i++) {
      sum += growing.height(i);
    }
    return sum;
  }

  public static int grown(int years) {
    return grow(new Stone(), years);
  }

  public static int twice(Growing[] plants, int years) {
    return sum(plants, years) + sum(plants, years + 1);
  }

  public static String run() {
    StringBuilder text = new StringBuilder();
    Plant[] plants = {
      new Tree(), new Weed(), new Moss(), new Weed(), new Bonsai(), new Vine(), new Ivy(), null
    };
    for (int years = 0; years < 3; years++) {
      for (Plant plant : plants) {
        text.append(tried(plant, plant, years)).append(' ');
      }
      text.append(heights(new Stone(), years)).append('\n');
      text.append(twice(new Growing[] {new Stone(), new Tree(), new Moss()}, years)).append('\n');
    }
    return text.toString();
  }

  private static String tried(@Nullable Plant a, @Nullable Plant b, int years) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      try {
        text.append(
            switch (i) {
              case 0 -> heights(a, years);
              case 1 -> nested(a, years);
              default -> chained(a, b, years);
            });
      } catch (ArithmeticException | NullPointerException e) {
        text.append(e.getClass().getSimpleName());
      }
      text.append(',');
    }
    return text.toString();
  }
}
