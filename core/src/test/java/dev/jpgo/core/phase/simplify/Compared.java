package dev.jpgo.core.phase.simplify;

/** Comparisons that were made before, or look as if they had been. */
public final class Compared {
  private static int calls;
  private static int seen;

  private Compared() {}

  static int called() {
    return ++calls;
  }

  static String same(int a, int b) {
    String text = "";
    if (a < b) {
      text += called();
      if (a < b) {
        text += "less";
      }
    }
    return text;
  }

  static String opposite(int a, int b) {
    String text = "";
    if (a < b) {
      text += called();
      if (a >= b) {
        text += "not less";
      } else {
        text += "less";
      }
    }
    return text;
  }

  static String withConstants(int a, int b) {
    if (a == 7) {
      called();
      return a != 7 ? "other" : "seven " + b;
    }
    called();
    return a == 7 ? "seven" : "other " + b;
  }

  static String withOtherConstants(int a, int b) {
    if (a == 7) {
      called();
      return a == 8 ? "eight" : "seven";
    }
    called();
    return a == 8 ? "eight " + b : "other";
  }

  static String turned(int a, int b) {
    if (a < b) {
      called();
      return b < a ? "wrong" : "less";
    }
    called();
    return b < a ? "greater" : "same";
  }

  static String withEqual(int a, int b) {
    if (a < b) {
      called();
      return a <= b ? "less" : "wrong";
    }
    called();
    return a <= b ? "same" : "greater";
  }

  static String joined(int a, int b) {
    String text = a < b ? "less" : "other";
    called();
    return a < b ? text + "!" : text + "?";
  }

  static String changed(int a, int b) {
    StringBuilder text = new StringBuilder();
    for (int i = a; i < b && i < a + 5; i++) {
      if (i < 2) {
        text.append(called());
      }
      if (i < 3) {
        text.append("-");
      }
    }
    return text.toString();
  }

  static String references(int a, int b) {
    Object first = a;
    Object second = b < 0 ? first : b;
    if (first == second) {
      called();
      return first != second ? "wrong" : "one";
    }
    called();
    return first == second ? "wrong" : "two";
  }

  static String caught(int a, int b) {
    try {
      if (a < b) {
        return "" + 10 / a;
      }
      called();
    } catch (ArithmeticException e) {
      return a < b ? "less" : "wrong";
    }
    return a < b ? "wrong" : "other";
  }

  static String bothWays(int a, int b) {
    if (a < b) {}
    called();
    return a < b ? "less" : "other";
  }

  static String skipped(int a, int b) {
    String text = "other";
    if (a < b) {
      text = "less";
    }
    called();
    return a < b ? text + "!" : text + "?";
  }

  static String ofAField(int a, int b) {
    if (seen == a) {
      seen = b;
      return seen == a ? "same" : "changed";
    }
    seen = a;
    return seen == a ? "set" : "wrong";
  }

  static String thrown(int a, int b) {
    int[] values = a < 0 ? null : new int[] {b};
    int quotient;
    try {
      quotient = values[0] / b;
    } catch (RuntimeException e) {
      return values == null ? "null" : "zero";
    }
    return "" + quotient;
  }
}
