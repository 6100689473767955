package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Loops that copy and fill arrays, up and down, within bounds and out of them, in one array and
 * between two, and divisions by powers of two of numbers of either sign.
 */
final class BulkShapes implements Shapes {
  private final Draft draft;

  BulkShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of();
  }

  @Override
  public List<String> members() {
    String type = draft.pick("int", "long", "char", "short", "byte", "double", "float");
    String test = draft.pick("<", "<=", "!=");
    String power = draft.pick("2", "4", "16", "64", "1024", "(1 << 30)");
    String near = draft.pick("0", "1", "3", "-1", "-2");
    String value = draft.pick("1", "7", "0");
    return List.of(
        "  static " + type + "[] bulkNew(int k) { " + type + "[] a = new " + type + "[(k & 127)];",
        "    for (int i = 0; i < a.length; i++) a[i] = (" + type + ") (i * 3 + k); return a; }",
        "  static int bulkHash(" + type + "[] a) { int h = a.length; for (" + type + " x : a)",
        "    h = h * 31 + (int) x; return h; }",
        "  static int bulkCopy(int k, int n) { " + type + "[] a = bulkNew(k), b = bulkNew(n);",
        "    int i = 0; try { for (; i " + test + " (n & 63); i++) b[i + (k & 3)] = a[i]; }",
        "    catch (ArrayIndexOutOfBoundsException e) { Fx.thrown(e); return bulkHash(b) - i; }",
        "    return bulkHash(b) + i; }",
        "  static int bulkDown(int k, int n) { " + type + "[] a = bulkNew(k), b = bulkNew(n);",
        "    int i = k & 63; while (--i >= 0) b[i] = a[i]; return bulkHash(b) + i; }",
        "  static int bulkTwo(int k, int n) { int[] a = new int[k & 127], b = new int[70];",
        "    for (int i = 0; i < a.length; i++) a[i] = i * n;",
        "    int from = n & 7, to = k & 7, left = n & 63, s = 1; while (left-- > 0) {",
        "      b[to++] = a[from++]; s -= 3; } return s + from * 7 + to + left + b[5]; }",
        "  static int bulkMove(int k, int n) { " + type + "[] a = bulkNew(k | 40);",
        "    for (int i = 2; i < 2 + (n & 31); i++) a[i + " + near + "] = a[i];",
        "    for (int i = 2 + (n & 31); i > 2; i--) a[i + " + near + "] = a[i];",
        "    return bulkHash(a); }",
        "  static int bulkSame(int k, int n) { " + type + "[] a = bulkNew(k | 32);",
        "    " + type + "[] b = (n & 1) == 0 ? a : bulkNew(n | 32); int from = k & 3, to = n & 3;",
        "    for (int i = 0; i < 28; i++) b[to + i] = a[from + i]; return bulkHash(b); }",
        "  static int bulkObjects(int k, int n) { Object[] a = new Object[40];",
        "    for (int i = 0; i < 40; i++) a[i] = i == (k & 127) ? (Object) \"odd\" : (Integer) i;",
        "    Object[] b = (n & 3) == 0 ? new Integer[40] : (n & 3) == 1 ? new Object[40] : a;",
        "    int i = 0; try { for (; i < (n & 63); i++) b[i] = a[i]; }",
        "    catch (ArrayStoreException | ArrayIndexOutOfBoundsException e) { Fx.thrown(e); return -i; }",
        "    return i + (b[7] == null ? 0 : 1); }",
        "  static int bulkFill(int k, int n) { " + type + "[] a = new " + type + "[k & 255];",
        "    int i = n & 7; try { for (; i < (n & 255); i++) a[i] = ("
            + type
            + ") "
            + value
            + "; }",
        "    catch (ArrayIndexOutOfBoundsException e) { Fx.thrown(e); return bulkHash(a) - i; }",
        "    return bulkHash(a) + i; }",
        "  static " + type + "[] bulkMade(int k) { " + type + "[] a = new " + type + "[100];",
        "    for (int i = 99; i >= (k & 31); i--) a[i] = (" + type + ") k; return a; }",
        "  static int bulkWords(int k) { String[] a = new String[90]; String w = \"w\" + (k & 7);",
        "    for (int i = 0; i < 70 + (k & 15); i++) a[i] = w; int s = 0;",
        "    for (String x : a) s += x == null ? 1 : x.length() * 3; return s; }",
        "  static void bulkInto(" + type + "[] a, " + type + "[] b) {",
        "    for (int i = 0; i < a.length; i++) b[i] = a[i]; }",
        "  static int bulkInlined(int k, int n) { " + type + "[] b = new " + type + "[k & 127];",
        "    try { bulkInto(bulkNew(n), b); } catch (ArrayIndexOutOfBoundsException e) {",
        "      Fx.thrown(e); } return bulkHash(b); }",
        "  int bulkField(int k) { int[] a = array; for (int i = 0; i < (k & 31); i++) a[i] = a[i + 1];",
        "    return a[1]; }",
        "  static int bulkDivide(int k, int n) { int s = k / " + power + " + n % " + power + ";",
        "    for (int i = 0; i < (n & 31); i++) { s = s * 7 + i / 4 + (s & 0xfff) % 8 + i % 2; }",
        "    for (int i = k; i < (n & 31); i++) { s = s * 3 + i / " + power + "; if (s > 1 << 20)",
        "      break; if (i > 60) break; } if (k >= 0) s += k % "
            + power
            + "; if (n % "
            + power
            + " == 0) s++;",
        "    return s + (char) k / 16; }",
        "  static int bulkHalves(long k) { long s = 0; for (long x = k; x > 0; x /= 2) s = s * 3 + x % 4;",
        "    return (int) (s + k / " + power + " + (k & 0xffffffL) / " + power + "); }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = spread(value.apply(size));
    String other = spread(value.apply(size));
    return switch (draft.below(16)) {
      case 0, 1 -> "Base.bulkCopy(" + arg + ", " + other + ")";
      case 2 -> "Base.bulkDown(" + arg + ", " + other + ")";
      case 3 -> "Base.bulkTwo(" + arg + ", " + other + ")";
      case 4 -> "Base.bulkMove(" + arg + ", " + other + ")";
      case 5 -> "Base.bulkSame(" + arg + ", " + other + ")";
      case 6 -> "Base.bulkObjects(" + arg + ", " + other + ")";
      case 7, 8 -> "Base.bulkFill(" + arg + ", " + other + ")";
      case 9 -> "Base.bulkHash(Base.bulkMade(" + arg + "))";
      case 10 -> "Base.bulkWords(" + arg + ")";
      case 11 -> "Base.bulkInlined(" + arg + ", " + other + ")";
      case 12 -> on.get() + ".bulkField(" + arg + ")";
      case 13, 14 -> "Base.bulkDivide(" + arg + ", " + other + ")";
      default -> "Base.bulkHalves(" + arg + ")";
    };
  }

  /** Mostly small numbers become numbers of elements of any size that the shapes allow. */
  private String spread(String number) {
    return "(" + number + ") * 37 + " + draft.below(128);
  }
}
