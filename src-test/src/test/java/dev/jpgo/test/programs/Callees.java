package dev.jpgo.test.programs;

import java.io.IOException;

/**
 * A loop that is at work, and now and then calls a method with an interface call whose receivers
 * are all of one of three classes. Arguments: see {@link Awaited}. Prints what does not hang on how
 * long that was.
 */
public final class Callees {
  /** Has an area. */
  interface Shape {
    int area(int size);
  }

  /** The one that is used. */
  static final class Square implements Shape {
    @Override
    public int area(int size) {
      return size * size;
    }
  }

  /** Made, and not used. */
  static final class Circle implements Shape {
    @Override
    public int area(int size) {
      return size * size * 3;
    }
  }

  /** The same. */
  static final class Line implements Shape {
    @Override
    public int area(int size) {
      return 0;
    }
  }

  /** At work; its class is not held by the loop of {@link #main}. */
  static final class Work {
    private Work() {}

    private static int grown(Shape shape, int size) {
      return shape.area(size + 1) - size;
    }

    static int total(Shape[] shapes, int start) {
      int total = start;
      for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 200; j++) {
          total = total * 31 + (total >>> 7) + j;
        }
        total += grown(shapes[i % 2], i);
      }
      return total;
    }
  }

  private Callees() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    Shape[] shapes = {new Square(), new Square(), new Circle(), new Line()};
    int expected = Work.total(shapes, shapes.length);
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      same &= Work.total(shapes, shapes.length) == expected;
    }
    System.out.println(expected + " " + same);
  }
}
