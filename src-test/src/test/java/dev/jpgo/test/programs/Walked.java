package dev.jpgo.test.programs;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Walks the stack in a loop that is long enough to be handed over, below frames of other methods of
 * its class. Those have called at each index of their code from some eighty on, a byte further in
 * each method, so that one frame is at the loop's index whatever its version. Prints what the walks
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
    return switch (at) {
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
      default -> from1(0);
    };
  }

  private static int from1(int at) {
    return at
        + (switch (at) {
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
          default -> from2(0);
        });
  }

  private static int from2(int at) {
    return at
        + (at
            + (switch (at) {
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
              default -> from3(0);
            }));
  }

  private static int from3(int at) {
    return at
        + (at
            + (at
                + (switch (at) {
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
                  default -> from4(0);
                })));
  }

  private static int from4(int at) {
    return at
        + (at
            + (at
                + (at
                    + (switch (at) {
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
                      default -> from5(0);
                    }))));
  }

  private static int from5(int at) {
    return at
        + (at
            + (at
                + (at
                    + (at
                        + (switch (at) {
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
                          default -> from6(0);
                        })))));
  }

  private static int from6(int at) {
    return at
        + (at
            + (at
                + (at
                    + (at
                        + (at
                            + (switch (at) {
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
                              default -> from7(0);
                            }))))));
  }

  private static int from7(int at) {
    return at
        + (at
            + (at
                + (at
                    + (at
                        + (at
                            + (at
                                + (switch (at) {
                                  case 0 -> from7(at + 1);
                                  case 1 -> from7(at + 1);
                                  case 2 -> from7(at + 1);
                                  case 3 -> from7(at + 1);
                                  case 4 -> from7(at + 1);
                                  case 5 -> from7(at + 1);
                                  case 6 -> from7(at + 1);
                                  case 7 -> from7(at + 1);
                                  case 8 -> from7(at + 1);
                                  case 9 -> from7(at + 1);
                                  case 10 -> from7(at + 1);
                                  case 11 -> from7(at + 1);
                                  case 12 -> from7(at + 1);
                                  case 13 -> from7(at + 1);
                                  case 14 -> from7(at + 1);
                                  case 15 -> from7(at + 1);
                                  default -> from8(0);
                                })))))));
  }

  private static int from8(int at) {
    return at
        + (at
            + (at
                + (at
                    + (at
                        + (at
                            + (at
                                + (at
                                    + (switch (at) {
                                      case 0 -> from8(at + 1);
                                      case 1 -> from8(at + 1);
                                      case 2 -> from8(at + 1);
                                      case 3 -> from8(at + 1);
                                      case 4 -> from8(at + 1);
                                      case 5 -> from8(at + 1);
                                      case 6 -> from8(at + 1);
                                      case 7 -> from8(at + 1);
                                      case 8 -> from8(at + 1);
                                      case 9 -> from8(at + 1);
                                      case 10 -> from8(at + 1);
                                      case 11 -> from8(at + 1);
                                      case 12 -> from8(at + 1);
                                      case 13 -> from8(at + 1);
                                      case 14 -> from8(at + 1);
                                      case 15 -> from8(at + 1);
                                      default -> loop();
                                    }))))))));
  }
}
