package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.io.IOException;
import java.time.Duration;

/**
 * A hot method that is optimized for the only implementor there is, while another comes: never,
 * from the beginning, or later. After each round of work it lets the agent catch up.
 */
public final class Rehearsed {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "rehearsed.agent";

  private static final int CALLS = 5_000;
  private static final int ROUNDS = 4;

  private Rehearsed() {}

  interface Shape {
    int area();

    default int twice() {
      return 2 * area();
    }
  }

  static class Square implements Shape {
    private final int side;

    Square(int side) {
      this.side = side;
    }

    @Override
    public int area() {
      return side * side;
    }
  }

  /** Breaks what was assumed. */
  static final class Slab extends Square {
    Slab(int side) {
      super(side);
    }

    @Override
    public int area() {
      return 5 + super.area();
    }
  }

  /**
   * What is hot. All of it is public, so that it is not opened but left as it is loaded; and {@code
   * add} has more than the 35 bytes that C1 inlines by itself, and that are not counted. It
   * inherits a default method and does not declare {@code area}, so that the VM makes a method of
   * it, which throws an {@link AbstractMethodError}.
   */
  public abstract static class Subject implements Shape {
    public Subject() {}

    public static int add(int sum, Square square) {
      if (square == null) {
        throw new IllegalStateException("at " + sum);
      }
      int next = sum * 31 + square.area() + square.area();
      next ^= next >>> 15;
      return next + (sum << 3);
    }
  }

  /**
   * Argument: when the other class comes, {@code never}, {@code early} or {@code late}; {@code
   * stays}: never, and in the end it waits for the end of its input.
   */
  public static void main(String[] arguments) throws IOException {
    Square[] squares = {new Square(3), new Square(5)};
    if (arguments[0].equals("early")) {
      squares[1] = new Slab(5);
    }
    int sum = rounds(0, squares);
    System.out.println("one " + sum);
    if (arguments[0].equals("late")) {
      squares[1] = new Slab(5);
    }
    System.out.println("two " + rounds(sum, squares));
    try {
      Subject.add(7, null);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage() + ' ' + e.getStackTrace()[0]);
    }
    if (arguments[0].equals("stays")) {
      System.in.readAllBytes();
    }
  }

  private static int rounds(int sum, Square[] squares) {
    int next = sum;
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait(); // where the VM compiles it begins on a thread of its own
    }
    for (int round = 0; round < ROUNDS; round++) {
      Jpgo.awaitIdle(Duration.ofMinutes(1));
      for (int i = 0; i < CALLS; i++) {
        next = Subject.add(next, squares[i % squares.length]);
      }
    }
    return next;
  }
}
