package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Loops that count: up and down, by one and by more, near the ends of int, left early, with
 * exceptions and effects in any iteration.
 */
final class CountingShapes implements Shapes {
  private final Draft draft;

  CountingShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of();
  }

  @Override
  public List<String> members() {
    String step = draft.pick("1", "2", "3", "7");
    String test = draft.pick("<", "<=", "!=");
    return List.of(
        "  static int countUp(int k, int n) { int s = k; for (int i = 0; i < (n & 31); i++) {",
        "    s = s * 31 + i; } return s; }",
        "  static int countTo(int k, int n) { int s = 0, c = 0; int e = n & 63;",
        "    for (int i = k & 7; i " + test + " e; i += " + step + ") { s = s * 7 + i;",
        "      if (++c > 40) return -s; } return s + c; }",
        "  static int countHigh(int k) { int s = 0, c = 0; int e = Integer.MAX_VALUE - (k & 3);",
        "    for (int i = Integer.MAX_VALUE - (k & 31); i <= e; i += "
            + step
            + ") { s = s * 5 + i;",
        "      if (++c > 40) break; } return s + c; }",
        "  static int countLow(int k) { int s = 0, c = 0; int e = Integer.MIN_VALUE + (k & 3);",
        "    for (int i = Integer.MIN_VALUE + (k & 31); i >= e; i -= "
            + step
            + ") { s = s * 5 + i;",
        "      if (++c > 40) break; } return s + c; }",
        "  static int countDown(int k) { int s = 1; int i = k & 31; while (--i >= 0) { s = s * 3 + i; }",
        "    i = k & 15; while (i-- > 0) { s ^= i * s; } for (i = k & 31; i != 0; i--) s += i; return s; }",
        "  static int countFar(int from, int to) { int s = 1, c = 0; for (int i = from; i < to; i++) {",
        "      s = s * 17 + i; if (++c == 25) break; } return s + c; }",
        "  static int[] countArray(int k) { int[] a = new int[k & 31];",
        "    for (int i = 0; i < a.length; i++) a[i] = i * k; return a; }",
        "  static int countSum(int k) { int[] a = countArray(k); int s = 0;",
        "    for (int x : a) s = s * 3 + x; for (int i = a.length; --i >= 0; ) s += a[i]; return s; }",
        "  static int countFind(int k, int n) { int[] a = countArray(n); int i = 0;",
        "    while (i < a.length && a[i] != (k & 7) * n) i++; return i; }",
        "  static int countOver(int k, int n) { int[] a = countArray(k); int s = 0, last = -1; try {",
        "      for (int i = 0; i < (n & 31); i++) { last = i; s += a[i]; a[i] = s; } }",
        "    catch (ArrayIndexOutOfBoundsException e) { Fx.thrown(e); return last * 100 + s; }",
        "    return s + last; }",
        "  static int countCaught(int k) { int s = 0, c = 0; for (int i = 0; i < 20; i++) { try {",
        "      s += 100 / ((i + k) & 3); c++; } catch (ArithmeticException e) { c = c * 2 + i; } }",
        "    return s * 100 + c; }",
        "  static int countFinally(int k) { int s = 0; for (int i = 0; i < 20; i++) { try {",
        "      if (i == (k & 31)) break; s += i; } finally { s = s * 3 + 1; } } return s; }",
        "  static int countLeft(int k) { int a = 1, b = 2, c = 3; int i = 0;",
        "    for (; i < 24; i++) { int t = a; a = b; b = c + i; c = t; if ((b & 15) == (k & 15)) break;",
        "      if ((c & 31) == (k & 31)) return a * 100 + i; } return a + b * 3 + c * 5 + i; }",
        "  static int countSkips(int k) { int s = 0; outer: for (int i = 0; i < 4; i++) {",
        "    for (int j = i; j < 18; j++) { if (((j + k) & 7) == 3) continue; if (j * i == (k & 63))",
        "      continue outer; s = s * 3 + j; } s++; } return s; }",
        "  int countFields(int k) { for (int i = 0; i < (k & 31); i++) { l0 += i; vol++; i0 ^= i; }",
        "    return (int) l0 + vol; }",
        "  int countCalls(int k) { int s = 0; for (int i = 0; i < (k & 31); i++) { s += cached(i);",
        "    if (i == 9) Fx.add(\"nine\"); } return s; }",
        "  static int rowSum(int[][] a, int i, int n) { int s = 0;",
        "    for (int j = 0; j < n; j++) s = s * 3 + a[i][j] + a[0][0]; return s; }",
        "  static int rowsOver(int[][] a, int n) { int s = 0; for (int i = 0; i < a.length; i++) {",
        "    for (int j = 0; j < a[i].length; j++) if (a[i][j] > n) a[i][j] = s += a[i][j]; }",
        "    return s; }",
        "  static int countRows(int k, int n) { int[][] a = new int[1 + (k & 3)][]; int s = 0;",
        "    for (int i = 0; i < a.length; i++) if (i != 2) a[i] = countArray(k + i); try {",
        "      s = rowSum(a, n & 3, n & 7) * 7 + rowsOver(a, n) + rowSum(a, k & 3, k & 15); }",
        "    catch (RuntimeException e) { Fx.add(e.getClass().getSimpleName()); s++; }",
        "    return s + (n & 1) * rowSum(a, 0, 0); }",
        "  static String countText(String t, int k) { char[] c = new char[2 * (k & 15)]; int at = 0;",
        "    for (int i = 0; i < (k & 15); i++) { c[at++] = (char) ('a' + i); c[at++] = '.'; }",
        "    int h = 0; for (int i = 0; i < t.length(); i++) h = 31 * h + t.charAt(i);",
        "    return new String(c) + h; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    return switch (draft.below(20)) {
      case 0 -> "Base.countUp(" + arg + ", " + value.apply(size) + ")";
      case 1, 2 -> "Base.countTo(" + arg + ", " + value.apply(size) + ")";
      case 3 -> "Base.countHigh(" + arg + ")";
      case 4 -> "Base.countLow(" + arg + ")";
      case 5 -> "Base.countDown(" + arg + ")";
      case 6 -> "Base.countFar(" + arg + ", " + value.apply(size) + ")";
      case 7 -> "Base.countSum(" + arg + ")";
      case 8 -> "Base.countFind(" + arg + ", " + value.apply(size) + ")";
      case 9, 10 -> "Base.countOver(" + arg + ", " + value.apply(size) + ")";
      case 11 -> "Base.countCaught(" + arg + ")";
      case 12 -> "Base.countFinally(" + arg + ")";
      case 13 -> "Base.countLeft(" + arg + ")";
      case 14 -> "Base.countSkips(" + arg + ")";
      case 15 -> on.get() + ".countFields(" + arg + ")";
      case 16 -> on.get() + ".countCalls(" + arg + ")";
      case 17, 18 -> "Base.countRows(" + arg + ", " + value.apply(size) + ")";
      default -> "Base.countText(" + on.get() + ".name(), " + arg + ").hashCode()";
    };
  }
}
