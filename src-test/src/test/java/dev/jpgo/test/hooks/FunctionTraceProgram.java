package dev.jpgo.test.hooks;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Throws and walks in functions that are called by those which the JDK makes of them, in frames of
 * its own and such that the VM hides; prints every different trace once.
 */
public final class FunctionTraceProgram {
  private static final TreeSet<String> SEEN = new TreeSet<>();
  private static int sum;
  private static int walks;

  private FunctionTraceProgram() {}

  public static void main(String[] arguments) {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    for (int i = 0; i < 400 || System.nanoTime() < end; i++) {
      for (int j = 0; j < 60; j++) {
        sum += operated(j, -1) + tested(j, -1) + given(x -> x + 5, j);
      }
      int kind = i % 8;
      try {
        sum += operated(i % 50, kind);
      } catch (IllegalStateException | ArithmeticException e) {
        see(e);
      }
      try {
        sum += tested(i % 50, kind);
      } catch (IllegalStateException e) {
        see(e);
      }
      try {
        sum += given(kind == 3 ? null : x -> failing(x, kind), i % 50);
      } catch (IllegalStateException | NullPointerException e) {
        see(e);
      }
    }
    SEEN.forEach(System.out::println);
  }

  private static int operated(int value, int kind) {
    IntUnaryOperator ratio = x -> 60 / (kind == 6 ? 0 : x + 1);
    IntUnaryOperator all = ratio.andThen(x -> x + failing(x, kind)).compose(x -> x + 2 + kind);
    return all.applyAsInt(value);
  }

  private static int tested(int value, int kind) {
    Predicate<Integer> small = x -> x < 3;
    return small.negate().and(x -> failing(x, kind) > 0).or(x -> x == 1).test(value) ? 1 : 0;
  }

  private static int given(IntUnaryOperator last, int value) {
    IntUnaryOperator next = x -> x + 1;
    return next.andThen(last).andThen(x -> x - 1).applyAsInt(value);
  }

  private static int failing(int value, int kind) {
    if (kind == 1 && walks++ % 16 == 0) {
      SEEN.add(
          StackWalker.getInstance()
              .walk(s -> s.map(String::valueOf).collect(Collectors.joining(" "))));
    }
    if (kind == 2 || kind == 5) {
      throw new IllegalStateException("kind " + kind);
    }
    return value;
  }

  private static void see(Throwable throwable) {
    StringWriter text = new StringWriter();
    throwable.printStackTrace(new PrintWriter(text, true));
    SEEN.add(text.toString());
  }
}
