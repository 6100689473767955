package dev.jpgo.test.targets;

/**
 * Default, static and private interface methods, diamonds, abstract classes, sealed types, enums
 * with bodies.
 */
final class InterfaceTarget implements Target {
  interface Shape {
    int area();

    default int twice() {
      return scaled(2);
    }

    private int scaled(int by) {
      return by * area();
    }

    static Shape unit() {
      return () -> 1;
    }
  }

  interface Named {
    default String name() {
      return "named";
    }
  }

  interface Other {
    default String name() {
      return "other";
    }
  }

  sealed interface Sealed permits Square, Line {}

  record Square(int side) implements Shape, Named, Sealed {
    @Override
    public int area() {
      return side * side;
    }
  }

  static final class Line implements Shape, Named, Other, Sealed {
    @Override
    public int area() {
      return 0;
    }

    @Override
    public int twice() {
      return Shape.super.twice() - 1;
    }

    @Override
    public String name() {
      return Named.super.name() + Other.super.name();
    }
  }

  abstract static class Base implements Shape {
    @Override
    public int area() {
      return side() + hidden();
    }

    abstract int side();

    private int hidden() {
      return 5;
    }
  }

  static final class Concrete extends Base {
    @Override
    int side() {
      return 3;
    }
  }

  enum Operation {
    PLUS {
      @Override
      int apply(int a, int b) {
        return a + b;
      }
    },
    TIMES {
      @Override
      int apply(int a, int b) {
        return a * b;
      }
    };

    abstract int apply(int a, int b);
  }

  @Override
  public void run(Effects effects, int seed) {
    Shape[] shapes = {new Square(seed & 15), new Line(), new Concrete(), Shape.unit()};
    for (int i = 0; i < 16; i++) {
      Shape shape = shapes[i & 3];
      effects.add(shape.area() + shape.twice());
      if (shape instanceof Sealed sealed) {
        effects.add(sealed instanceof Square square ? "square" + square.side() : "line");
      }
      if (shape instanceof Named named) {
        effects.add(named.name());
      }
      for (Operation operation : Operation.values()) {
        effects.add(operation.apply(i, seed));
        effects.add(operation.name().length() + operation.ordinal());
      }
    }
    effects.add(onlyOne(new Concrete(), 20));
  }

  private static int onlyOne(Base base, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) {
      sum += base.area() + base.twice();
    }
    return sum;
  }
}
