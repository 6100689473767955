package dev.jpgo.core.phase.targets;

import java.util.function.Supplier;

/** Concatenations of every kind. */
@SuppressWarnings({"unused", "StringEqualityByReference", "ReferenceEquality"})
public final class Concatenations {
  static final String[] TEXTS = {
    "", "a", "\u00e4\u00ff", "\u20ac", "null", null, "\ud83d\ude00", "x"
  };

  private Concatenations() {}

  static String strings(String a, String b) {
    return a + b;
  }

  static String three(String a, String b, String c) {
    return a + b + c;
  }

  static String between(String a) {
    return "<" + a + "\u20ac>";
  }

  static String before(String a) {
    return a + "k";
  }

  static String behind(String a) {
    return "k" + a;
  }

  static String many(String a, String b, int i, long j) {
    return a + 1 + b + i + ", " + j + a + b + a + b + i + 'c' + a + "\1" + b + "\2" + i;
  }

  static String primitives(boolean z, byte b, short s, char c, int i, long j, float f, double d) {
    return z + " " + b + s + c + "/" + i + j + f + d;
  }

  static String boxes(
      Boolean z, Byte b, Short s, Character c, Integer i, Long j, Float f, Double d) {
    return z + " " + b + s + c + "/" + i + j + f + d;
  }

  static String lone(int kind) {
    boolean z = kind > 3;
    char c = (char) (kind + 'a');
    double d = kind / 3.0;
    Integer box = kind == 5 ? null : kind;
    String text = TEXTS[kind];
    return switch (kind) {
      case 0 -> "" + z;
      case 1 -> "" + c;
      case 2 -> "" + d;
      case 3 -> "" + box;
      case 4 -> "" + kind;
      case 5 -> "" + box;
      case 6 -> "" + text;
      default -> "" + (float) d + (byte) kind + (short) kind + (long) kind;
    };
  }

  static String all() {
    StringBuilder result = new StringBuilder();
    for (String a : TEXTS) {
      result.append(between(a)).append(before(a)).append(behind(a)).append('\n');
      for (String b : TEXTS) {
        result.append(strings(a, b)).append(many(a, b, a == null ? -7 : a.length(), 1L << 40));
        for (String c : TEXTS) {
          result.append(three(a, b, c)).append('|');
        }
      }
    }
    for (int i = 0; i < 8; i++) {
      result.append(lone(i)).append(' ');
    }
    return result.toString();
  }

  static String numbers() {
    StringBuilder result = new StringBuilder();
    int[] ints = {0, -1, 9, 10, Integer.MIN_VALUE, Integer.MAX_VALUE, 65, 300};
    double[] doubles = {0, -0.0, Double.NaN, 1e300, -1 / 3.0, Double.MIN_VALUE, 1e7, 100};
    for (int i = 0; i < 8; i++) {
      int n = ints[i];
      double d = doubles[i];
      long j = n * 10_000_000_000L;
      char c = (char) (n | '0');
      result.append(primitives(n > 3, (byte) n, (short) n, c, n, j, (float) d, d));
      result.append(boxes(n > 3, (byte) n, (short) n, c, n, j, (float) d, d)).append('\n');
    }
    return result.append(boxes(null, null, null, null, null, null, null, null)).toString();
  }

  /** Which results are objects that were there before. */
  static String identities() {
    String empty = new String(new char[0]);
    String k = "k";
    Boolean[] same = {
      strings(empty, "") == "",
      strings(empty, "") == empty,
      strings(k, "") == k,
      strings("", k) == k,
      before("") == k,
      behind(empty) == k,
      three("", k, empty) == k,
      three("", "", "") == "",
      lone(6) == TEXTS[6],
      lone(0) == "false",
      lone(5) == "null",
      lone(4) == lone(4)
    };
    StringBuilder result = new StringBuilder();
    for (Boolean each : same) {
      result.append(each).append(' ');
    }
    return result.toString();
  }

  /** Inlined, and in a place with a handler. */
  static String handled() {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      String text = "i" + i;
      try {
        text = text + TEXTS[i] + behind(text);
        text = text + TEXTS[i].length() + "!";
      } catch (RuntimeException e) {
        text = e.getClass().getName() + " after " + text;
      }
      result.append(text).append('\n');
    }
    return result.toString();
  }

  static String ofObjects() {
    Supplier<String> made = () -> "made";
    Object[] objects = {1, null, "x", new int[0].length};
    String text = "";
    for (Object each : objects) {
      text += each;
    }
    return text + made.get();
  }
}
