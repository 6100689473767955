package dev.jpgo.test.programs;

/**
 * A method that has been optimized for the only implementor there is, and for what it did so far,
 * while another comes and the branches turn. Waits for the versions that {@link SecondAgent} sees.
 */
public final class Reprofiled {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  private Reprofiled() {}

  interface Shape {
    int area();
  }

  static final class Square implements Shape {
    private final int side;

    Square(int side) {
      this.side = side;
    }

    @Override
    public int area() {
      return side * side;
    }
  }

  static final class Strip implements Shape {
    private final int length;

    Strip(int length) {
      this.length = length;
    }

    @Override
    public int area() {
      return length;
    }
  }

  /** What is promoted. */
  static final class Subject {
    private Subject() {}

    static int add(int sum, Shape shape) {
      return sum * 31 + shape.area() + shape.area();
    }
  }

  /** Argument: {@code tiers} to wait for versions, anything else not to. */
  public static void main(String[] arguments) {
    boolean tiers = arguments[0].equals("tiers");
    Shape[] shapes = {new Square(3), new Square(5)};
    int first = sum(shapes);
    await(tiers ? 2 : 0, shapes, first);
    System.out.println("one " + sum(shapes));
    shapes = new Shape[] {new Square(3), new Strip(7)};
    int second = sum(shapes);
    await(tiers ? 4 : 0, shapes, second); // profiled and optimized once more
    System.out.println("two " + sum(shapes));
  }

  private static void await(int versions, Shape[] shapes, int expected) {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (SecondAgent.versions(Subject.class) < versions) {
      if (sum(shapes) != expected) {
        throw new IllegalStateException("wrong result");
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "no new version after " + SecondAgent.versions(Subject.class));
      }
    }
  }

  private static int sum(Shape[] shapes) {
    int sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum = Subject.add(sum, shapes[i % shapes.length]);
    }
    return sum;
  }
}
