package dev.jpgo.test.hooks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.Random;

/**
 * Joins strings of every kind by the class that was put into {@code java.lang}, and by {@code +}.
 */
public final class StringJoiningProgram {
  private static final String[] TEXTS = {
    "",
    "a",
    "\u00e4\u00ff",
    "\u20ac",
    "null",
    null,
    "\ud83d\ude00",
    "x".repeat(70),
    "\u4e2d".repeat(40)
  };

  private StringJoiningProgram() {}

  public static void main(String[] arguments) throws Throwable {
    Class<?> joining = Class.forName("java.lang.JpgoStrings");
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    Random random = new Random(5);
    for (int count = 1; count <= 8; count++) {
      MethodType type =
          MethodType.methodType(String.class, Collections.nCopies(count, String.class));
      MethodHandle join = lookup.findStatic(joining, count == 1 ? "copy" : "join", type);
      for (int i = 0; i < 100; i++) {
        Object[] texts = new Object[count];
        StringBuilder expected = new StringBuilder();
        for (int j = 0; j < count; j++) {
          texts[j] = TEXTS[random.nextInt(i < 20 ? 1 : TEXTS.length)];
          expected.append(texts[j]);
        }
        String joined = (String) join.invokeWithArguments(texts);
        check(joined.equals(expected.toString()), joined + " is not " + expected);
        check(joined.hashCode() == expected.toString().hashCode(), "the hash of " + joined);
        for (Object text : texts) {
          check(text != joined, "it is no new string: " + joined);
        }
      }
    }
    MethodType eight = MethodType.methodType(String.class, Collections.nCopies(8, String.class));
    tooLong(lookup.findStatic(joining, "join", eight));
    System.out.println("all joined");
  }

  /** Lengths whose sum is no int. */
  private static void tooLong(MethodHandle join) throws Throwable {
    String all = "eighths.".repeat(1 << 25);
    try {
      String none = (String) join.invokeExact(all, all, all, all, all, all, all, all);
      check(false, "it has a length of " + none.length());
    } catch (OutOfMemoryError e) {
      check(e.getMessage().equals("Overflow: String length out of range"), e.getMessage());
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
