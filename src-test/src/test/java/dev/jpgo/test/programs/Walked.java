package dev.jpgo.test.programs;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Walks the stack in a loop that is long enough to be handed over, below frames of other methods of
 * its class that make their calls at as many places as there are in its code. Prints what the walks
 * have shown.
 */
public final class Walked {
  private static final Set<String> SHOWN = new TreeSet<>();
  private static long end;
  private static int sum;

  private Walked() {}

  public static void main(String[] arguments) {
    end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    from0(0);
    SHOWN.forEach(System.out::println);
  }

  private static String walk() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .limit(3)
                    .map(frame -> frame.getMethodName() + ":" + frame.getLineNumber())
                    .collect(Collectors.joining("|")));
  }

  private static int loop() {
    int turns = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 2000; i++) {
        sum += add(i, turns);
      }
      if (++turns % 4 == 0) {
        SHOWN.add(walk());
      }
    }
    return turns;
  }

  private static int add(int a, int b) {
    return a ^ b;
  }

  private static int from0(int at) {
    int moved = at;
    return moved
        + switch (at) {
          case 0 -> from0(at + 1);
          case 1 -> from0(at + 1);
          case 2 -> from0(at + 1);
          case 3 -> from0(at + 1);
          case 4 -> from0(at + 1);
          case 5 -> from0(at + 1);
          case 6 -> from0(at + 1);
          case 7 -> from0(at + 1);
          case 8 -> from0(at + 1);
          case 9 -> from0(at + 1);
          case 10 -> from0(at + 1);
          case 11 -> from0(at + 1);
          case 12 -> from0(at + 1);
          case 13 -> from0(at + 1);
          case 14 -> from0(at + 1);
          case 15 -> from0(at + 1);
          case 16 -> from0(at + 1);
          case 17 -> from0(at + 1);
          case 18 -> from0(at + 1);
          case 19 -> from0(at + 1);
          case 20 -> from0(at + 1);
          case 21 -> from0(at + 1);
          case 22 -> from0(at + 1);
          case 23 -> from0(at + 1);
          case 24 -> from0(at + 1);
          case 25 -> from0(at + 1);
          case 26 -> from0(at + 1);
          case 27 -> from0(at + 1);
          case 28 -> from0(at + 1);
          case 29 -> from0(at + 1);
          default -> from1(0);
        };
  }

  private static int from1(int at) {
    int moved = at;
    moved++;
    return moved
        + switch (at) {
          case 0 -> from1(at + 1);
          case 1 -> from1(at + 1);
          case 2 -> from1(at + 1);
          case 3 -> from1(at + 1);
          case 4 -> from1(at + 1);
          case 5 -> from1(at + 1);
          case 6 -> from1(at + 1);
          case 7 -> from1(at + 1);
          case 8 -> from1(at + 1);
          case 9 -> from1(at + 1);
          case 10 -> from1(at + 1);
          case 11 -> from1(at + 1);
          case 12 -> from1(at + 1);
          case 13 -> from1(at + 1);
          case 14 -> from1(at + 1);
          case 15 -> from1(at + 1);
          case 16 -> from1(at + 1);
          case 17 -> from1(at + 1);
          case 18 -> from1(at + 1);
          case 19 -> from1(at + 1);
          case 20 -> from1(at + 1);
          case 21 -> from1(at + 1);
          case 22 -> from1(at + 1);
          case 23 -> from1(at + 1);
          case 24 -> from1(at + 1);
          case 25 -> from1(at + 1);
          case 26 -> from1(at + 1);
          case 27 -> from1(at + 1);
          case 28 -> from1(at + 1);
          case 29 -> from1(at + 1);
          default -> from2(0);
        };
  }

  private static int from2(int at) {
    int moved = at;
    moved++;
    moved++;
    return moved
        + switch (at) {
          case 0 -> from2(at + 1);
          case 1 -> from2(at + 1);
          case 2 -> from2(at + 1);
          case 3 -> from2(at + 1);
          case 4 -> from2(at + 1);
          case 5 -> from2(at + 1);
          case 6 -> from2(at + 1);
          case 7 -> from2(at + 1);
          case 8 -> from2(at + 1);
          case 9 -> from2(at + 1);
          case 10 -> from2(at + 1);
          case 11 -> from2(at + 1);
          case 12 -> from2(at + 1);
          case 13 -> from2(at + 1);
          case 14 -> from2(at + 1);
          case 15 -> from2(at + 1);
          case 16 -> from2(at + 1);
          case 17 -> from2(at + 1);
          case 18 -> from2(at + 1);
          case 19 -> from2(at + 1);
          case 20 -> from2(at + 1);
          case 21 -> from2(at + 1);
          case 22 -> from2(at + 1);
          case 23 -> from2(at + 1);
          case 24 -> from2(at + 1);
          case 25 -> from2(at + 1);
          case 26 -> from2(at + 1);
          case 27 -> from2(at + 1);
          case 28 -> from2(at + 1);
          case 29 -> from2(at + 1);
          default -> from3(0);
        };
  }

  private static int from3(int at) {
    int moved = at;
    moved++;
    moved++;
    moved++;
    return moved
        + switch (at) {
          case 0 -> from3(at + 1);
          case 1 -> from3(at + 1);
          case 2 -> from3(at + 1);
          case 3 -> from3(at + 1);
          case 4 -> from3(at + 1);
          case 5 -> from3(at + 1);
          case 6 -> from3(at + 1);
          case 7 -> from3(at + 1);
          case 8 -> from3(at + 1);
          case 9 -> from3(at + 1);
          case 10 -> from3(at + 1);
          case 11 -> from3(at + 1);
          case 12 -> from3(at + 1);
          case 13 -> from3(at + 1);
          case 14 -> from3(at + 1);
          case 15 -> from3(at + 1);
          case 16 -> from3(at + 1);
          case 17 -> from3(at + 1);
          case 18 -> from3(at + 1);
          case 19 -> from3(at + 1);
          case 20 -> from3(at + 1);
          case 21 -> from3(at + 1);
          case 22 -> from3(at + 1);
          case 23 -> from3(at + 1);
          case 24 -> from3(at + 1);
          case 25 -> from3(at + 1);
          case 26 -> from3(at + 1);
          case 27 -> from3(at + 1);
          case 28 -> from3(at + 1);
          case 29 -> from3(at + 1);
          default -> from4(0);
        };
  }

  private static int from4(int at) {
    int moved = at;
    moved++;
    moved++;
    moved++;
    moved++;
    return moved
        + switch (at) {
          case 0 -> from4(at + 1);
          case 1 -> from4(at + 1);
          case 2 -> from4(at + 1);
          case 3 -> from4(at + 1);
          case 4 -> from4(at + 1);
          case 5 -> from4(at + 1);
          case 6 -> from4(at + 1);
          case 7 -> from4(at + 1);
          case 8 -> from4(at + 1);
          case 9 -> from4(at + 1);
          case 10 -> from4(at + 1);
          case 11 -> from4(at + 1);
          case 12 -> from4(at + 1);
          case 13 -> from4(at + 1);
          case 14 -> from4(at + 1);
          case 15 -> from4(at + 1);
          case 16 -> from4(at + 1);
          case 17 -> from4(at + 1);
          case 18 -> from4(at + 1);
          case 19 -> from4(at + 1);
          case 20 -> from4(at + 1);
          case 21 -> from4(at + 1);
          case 22 -> from4(at + 1);
          case 23 -> from4(at + 1);
          case 24 -> from4(at + 1);
          case 25 -> from4(at + 1);
          case 26 -> from4(at + 1);
          case 27 -> from4(at + 1);
          case 28 -> from4(at + 1);
          case 29 -> from4(at + 1);
          default -> from5(0);
        };
  }

  private static int from5(int at) {
    int moved = at;
    moved++;
    moved++;
    moved++;
    moved++;
    moved++;
    return moved
        + switch (at) {
          case 0 -> from5(at + 1);
          case 1 -> from5(at + 1);
          case 2 -> from5(at + 1);
          case 3 -> from5(at + 1);
          case 4 -> from5(at + 1);
          case 5 -> from5(at + 1);
          case 6 -> from5(at + 1);
          case 7 -> from5(at + 1);
          case 8 -> from5(at + 1);
          case 9 -> from5(at + 1);
          case 10 -> from5(at + 1);
          case 11 -> from5(at + 1);
          case 12 -> from5(at + 1);
          case 13 -> from5(at + 1);
          case 14 -> from5(at + 1);
          case 15 -> from5(at + 1);
          case 16 -> from5(at + 1);
          case 17 -> from5(at + 1);
          case 18 -> from5(at + 1);
          case 19 -> from5(at + 1);
          case 20 -> from5(at + 1);
          case 21 -> from5(at + 1);
          case 22 -> from5(at + 1);
          case 23 -> from5(at + 1);
          case 24 -> from5(at + 1);
          case 25 -> from5(at + 1);
          case 26 -> from5(at + 1);
          case 27 -> from5(at + 1);
          case 28 -> from5(at + 1);
          case 29 -> from5(at + 1);
          default -> from6(0);
        };
  }

  private static int from6(int at) {
    int moved = at;
    moved++;
    moved++;
    moved++;
    moved++;
    moved++;
    moved++;
    return moved
        + switch (at) {
          case 0 -> from6(at + 1);
          case 1 -> from6(at + 1);
          case 2 -> from6(at + 1);
          case 3 -> from6(at + 1);
          case 4 -> from6(at + 1);
          case 5 -> from6(at + 1);
          case 6 -> from6(at + 1);
          case 7 -> from6(at + 1);
          case 8 -> from6(at + 1);
          case 9 -> from6(at + 1);
          case 10 -> from6(at + 1);
          case 11 -> from6(at + 1);
          case 12 -> from6(at + 1);
          case 13 -> from6(at + 1);
          case 14 -> from6(at + 1);
          case 15 -> from6(at + 1);
          case 16 -> from6(at + 1);
          case 17 -> from6(at + 1);
          case 18 -> from6(at + 1);
          case 19 -> from6(at + 1);
          case 20 -> from6(at + 1);
          case 21 -> from6(at + 1);
          case 22 -> from6(at + 1);
          case 23 -> from6(at + 1);
          case 24 -> from6(at + 1);
          case 25 -> from6(at + 1);
          case 26 -> from6(at + 1);
          case 27 -> from6(at + 1);
          case 28 -> from6(at + 1);
          case 29 -> from6(at + 1);
          default -> loop();
        };
  }
}
