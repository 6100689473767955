import java.util.List;

/** Switches on patterns, as the compiler of JDK 21 and later makes them; says what they come to. */
public class Patterns {
  sealed interface Shape permits Circle, Square, Pair, Mark {}

  record Circle(int radius) implements Shape {}

  static non-sealed class Square implements Shape {
    int side() {
      return 5;
    }
  }

  static final class Tile extends Square {
    @Override
    int side() {
      return 6;
    }
  }

  record Pair(Shape left, Object right) implements Shape {}

  enum Mark implements Shape {
    DOT,
    DASH {
      @Override
      int weight() {
        return 9;
      }
    },
    STAR;

    int weight() {
      return ordinal();
    }
  }

  static int area(Shape shape) {
    return switch (shape) {
      case Circle c when c.radius() > 4 -> c.radius();
      case Circle c -> c.radius() * 3;
      case Tile t -> t.side() + 1;
      case Square s -> s.side() * 2;
      case Pair(Circle c, Integer i) -> c.radius() * 100 + i;
      case Pair(Shape left, String text) when text.length() > 1 -> area(left) + text.length();
      case Pair(Shape left, var right) -> area(left) * 7 + kind(right).length();
      case Mark.DOT -> 11;
      case Mark.DASH -> 12;
      case Mark m -> m.weight();
    };
  }

  static String kind(Object object) {
    return switch (object) {
      case null -> "null";
      case Integer i when i > 10 -> "big" + i;
      case Integer i -> "int" + i;
      case String s when s.isEmpty() -> "empty";
      case String s -> s;
      case int[] ints -> "ints" + ints.length;
      case Object[] objects -> "objects" + objects.length;
      case Comparable<?> c -> "comparable";
      default -> "other";
    };
  }

  static int text(String text) {
    return switch (text) {
      case "a", "b" -> 1;
      case String s when s.length() > 2 -> 2;
      case "c" -> 3;
      default -> 4;
    };
  }

  static int mark(Mark mark) {
    return switch (mark) {
      case DOT -> 1;
      case Mark m when m.weight() > 8 -> 7;
      case DASH -> 2;
      case STAR -> 3;
    };
  }

  static int number(Integer number) {
    return switch (number) {
      case 1 -> 10;
      case 2 -> 20;
      case Integer i when i > 30 -> 3;
      case 4 -> 40;
      default -> -1;
    };
  }

  static int letter(Character letter) {
    return switch (letter) {
      case 'a' -> 1;
      case Character c when c > 'x' -> 2;
      case 'b' -> 3;
      default -> 4;
    };
  }

  static String failing(Shape shape, Integer number) {
    try {
      return area(shape) + "/" + number(number);
    } catch (NullPointerException | MatchException e) {
      return e.getClass().getSimpleName() + " at " + e.getStackTrace().length % 2;
    }
  }
}

/** Asks them; a class of its own, whose loop may run on while theirs is exchanged. */
class PatternsMain extends Patterns {
  public static void main(String[] args) {
    List<Shape> shapes =
        List.of(
            new Circle(3), new Circle(9), new Square(), new Tile(), Mark.DOT, Mark.DASH, Mark.STAR,
            new Pair(new Circle(2), 5), new Pair(new Circle(2), "text"), new Pair(Mark.STAR, "x"),
            new Pair(new Tile(), 7L));
    Object[] objects = {
      null, 1, 2, 4, 11, 31, "", "a", "b", "c", new int[2], new String[3], 5L, new Object(), 'q'
    };
    long sum = 0;
    long until = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;
    for (int round = 0; round < 400 || System.nanoTime() < until; round++) {
      long turn = 0;
      for (Shape shape : shapes) {
        turn = turn * 31 + area(shape);
        for (Object object : objects) {
          turn = turn * 31 + kind(object).hashCode();
        }
        turn += failing(null, 1).length() + failing(shape, null).length();
      }
      for (String text : List.of("a", "b", "c", "d", "long")) {
        turn = turn * 31 + text(text);
      }
      for (Mark mark : Mark.values()) {
        turn = turn * 31 + mark(mark);
      }
      for (int i = 0; i < 40; i++) {
        turn = turn * 31 + number(i) + letter((char) ('a' + i));
      }
      if (round > 0 && turn != sum) {
        System.out.println("round " + round + " is " + turn + ", not " + sum);
        return;
      }
      sum = turn;
    }
    System.out.println(sum);
  }
}
