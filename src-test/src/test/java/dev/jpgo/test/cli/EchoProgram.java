package dev.jpgo.test.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A program to attach to: says {@code ready}, then for each line it is sent the sum of some calls,
 * and ends with its input; or, with an argument, ends at once with that exit code.
 */
public final class EchoProgram {
  interface Shape {
    int area();
  }

  record Square(int side) implements Shape {
    @Override
    public int area() {
      return side * side;
    }
  }

  private EchoProgram() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 1) {
      System.exit(Integer.parseInt(arguments[0]));
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(line + " " + work(Integer.parseInt(line)));
    }
  }

  static long work(int rounds) {
    Shape shape = new Square(3);
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += area(shape) + i;
    }
    return sum;
  }

  static int area(Shape shape) {
    return shape.area();
  }
}
