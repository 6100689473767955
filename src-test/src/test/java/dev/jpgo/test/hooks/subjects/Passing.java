package dev.jpgo.test.hooks.subjects;

import java.util.function.Supplier;

/** What gets inlined with a method reference in hand. */
public final class Passing {
  private Passing() {}

  public static <T> T pass(Supplier<T> supplier) {
    return supplier.get();
  }
}
