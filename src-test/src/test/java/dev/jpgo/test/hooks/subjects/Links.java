package dev.jpgo.test.hooks.subjects;

import java.util.function.Function;
import java.util.function.Supplier;

/** {@code invokedynamic} sites of many kinds; several name the same constants. */
public final class Links {
  private Links() {}

  public static Runnable lambda() {
    return () -> {};
  }

  public static Supplier<String> capturing(String text) {
    return () -> text;
  }

  public static Function<Object, String> first() {
    return String::valueOf;
  }

  public static Function<Object, String> second() {
    return String::valueOf;
  }

  public static Object[] both() {
    Function<Object, String> one = String::valueOf;
    Function<Object, String> two = String::valueOf;
    return new Object[] {one, two};
  }

  public static Object[] sameLine() {
    Function<Object, String> one = String::valueOf, two = String::valueOf;
    return new Object[] {one, two};
  }

  /** The second site is linked before the first. */
  public static Object choose(boolean first) {
    Function<Object, String> function;
    if (first) {
      function = String::valueOf;
    } else {
      function = String::valueOf;
    }
    return function;
  }

  public static String join(int a, Object b) {
    return a + ", " + b;
  }

  public static boolean point(Object other) {
    return new Pair(1, "x").equals(other);
  }

  /** Its methods are linked dynamically. */
  public record Pair(int a, String b) {}
}
