package dev.jpgo.test.hooks.subjects;

import java.util.ArrayList;
import java.util.List;

/** Overloads whose code is alike, instruction for instruction, but for the line. */
public final class Overloads {
  private static final List<Throwable> THROWN = new ArrayList<>();

  public final int quotient;

  private Overloads(int zero) {
    this.quotient = 1 / zero;
  }

  private Overloads(int zero, int unused) {
    this.quotient = 1 / zero;
  }

  /** What each of them throws. */
  public static List<Throwable> thrown() {
    THROWN.clear();
    collect(() -> first(0, 0));
    collect(() -> first(0, 0f));
    collect(() -> called(0, 0));
    collect(() -> called(0, 0f));
    collect(() -> new Overloads(0));
    collect(() -> new Overloads(0, 0));
    return List.copyOf(THROWN);
  }

  private static void collect(Runnable throwing) {
    try {
      throwing.run();
    } catch (ArithmeticException e) {
      THROWN.add(e);
    }
  }

  private static int first(int zero, int unused) {
    return 1 / zero;
  }

  private static int first(int zero, float unused) {
    return 1 / zero;
  }

  private static int called(int zero, int unused) {
    return first(zero, 0);
  }

  private static int called(int zero, float unused) {
    return first(zero, 0f);
  }
}
