package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Arithmetic of every width, strings, arrays of every kind, and jumps out of nested statements. */
final class ValueShapes implements Shapes {
  private final Draft draft;

  ValueShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "final class Res implements AutoCloseable { final int k;",
        "  Res(int k) { if ((k & 7) == 3) throw new IllegalArgumentException(\"res\" + k);",
        "    this.k = k; Fx.add(\"open\" + k); }",
        "  int use() { if ((k & 7) == 5) throw new Oops(k); return k; }",
        "  @Override public void close() { Fx.add(\"close\" + k);",
        "    if ((k & 3) == 2) throw new UnsupportedOperationException(\"close\"); } }");
  }

  @Override
  public List<String> members() {
    return List.of(
        "  static long shifted(long a, int s, double d) { long r = a << s; r ^= a >>> (s + 3);",
        "    r -= a >> s; r = r * 31 + (long) d; return r % 1009 + a % (s | 1); }",
        "  static int bits(int a, int b) { int r = a << b ^ a >>> b ^ a >> b;",
        "    r = (short) r + (byte) b + (char) a; return r % (b | 1); }",
        "  static float floats(float f, int k) { float g = f * k - 0.5f; if (g != g) return 1f;",
        "    return g > 1e6f ? g % 7f : -g; }",
        "  static double real(double x, long n) { double y = x % 3.5; y = -y + (float) n;",
        "    return y >= 0 ? y / 3 : y == y ? x : 2.5; }",
        "  static int compared(double x, double y, long a, long b) { int r = 0;",
        "    if (x < y) r += 1; if (x > y) r += 2; if (!(x <= y)) r += 4; if (!(x >= y)) r += 8;",
        "    if (x != y) r += 16; if (a < b) r += 32; if (a == b) r += 64; return r; }",
        "  static int narrow(long v) { int i = (int) v; byte b = (byte) i; short s = (short) (i >> 3);",
        "    char c = (char) i; return b + s * c; }",
        "  int compound(int k) { byte b = 3; b += k; b <<= 1; short s = 7; s -= k; s >>>= 1;",
        "    long l = b; l *= s; i0 += l; l0 -= k; return b ^ s; }",
        "  static int letters(String s, int k) { int r = 0;",
        "    for (int i = 0; i < s.length(); i++) { char c = s.charAt(i); if (c == 'w') continue;",
        "      r = r * 7 + c - '0'; if (r > 5000) break; } return r + k; }",
        "  static String cut(String s, int k) { return s.substring(k & 3) + s.length(); }",
        "  static boolean alike(String a, String b) {",
        "    return a == b || (a != null && a.equals(b)); }",
        "  String built(int k) { StringBuilder b = new StringBuilder(name);",
        "    for (int i = 0; i < (k & 3); i++) b.append(i).append(',');",
        "    b.append(k > 3 ? 'x' : 'y').append((long) k).append(d0); return b.reverse().toString(); }",
        "  static String joined(Object... parts) { String s = \"\";",
        "    for (Object p : parts) s = s + p + \";\"; return s; }",
        "  int[][] grid = {{1, 2, 3}, {4, 5}, null};",
        "  byte[] bytes = new byte[4];",
        "  char[] chars = new char[4];",
        "  boolean[] flags = new boolean[4];",
        "  short[] shorts = new short[4];",
        "  float[] singles = new float[4];",
        "  double[] doubles = new double[3];",
        "  int cell(int i, int j) { return grid[i & 3][j & 3]; }",
        "  void cell(int i, int j, int v) { grid[i & 1][j % 3] += v; }",
        "  static int sized(int n) { int[] a = new int[n % 9];",
        "    for (int i = 0; i < a.length; i++) a[i] = i * n;",
        "    int[] b = a.clone(); b[b.length >> 1] += n; return a[a.length - 1] + b[n & 3]; }",
        "  int packed(int k) { bytes[k & 3] = (byte) k; chars[k & 3] += k; flags[k & 3] = !flags[k & 1];",
        "    shorts[k & 3]--; singles[k & 3] += 0.5f; doubles[k & 3] = k;",
        "    return bytes[k & 1] + chars[(k + 1) & 3] + (flags[0] ? 1 : 0) + shorts[k & 3]",
        "      + (int) singles[0]; }",
        "  int swapped(int i, int j) { int t = array[i & 3]; array[i & 3] = array[j & 3];",
        "    array[j & 3] = t; return t; }",
        "  static int stored(Object o, int k) {",
        "    Object[] a = k > 2 ? new String[2] : k > 0 ? new Base[2] : new Object[2];",
        "    a[k & 1] = o; return a[0] == null ? k : a.length; }",
        "  int labelled(int n) { int s = 0;",
        "    outer: for (int i = 0; i < 4; i++) { for (int j = 0; j < 4; j++) {",
        "      if (j == n) continue outer; if (i * j > (n & 7)) break outer; s += i * j + bump(); }",
        "      s += 100; } return s; }",
        "  int finals(int k) { try { if (k > " + draft.below(9) + ") return checked(k); vol++; }",
        "    finally { if (k == 5) return 77; Fx.add(\"fin\"); } return k; }",
        "  int retried(int k) { for (int t = 0; ; t++) { try { return checked(k + t) / t; }",
        "    catch (ArithmeticException e) { Fx.thrown(e); }",
        "    catch (IllegalArgumentException e) {",
        "      if (t > 2) throw new IllegalStateException(\"t\" + t, e); }",
        "    finally { l0++; } } }",
        "  int resource(int k) { try (Res r = new Res(k); Res q = new Res(k + 1)) {",
        "    return r.use() + q.use(); } }",
        "  int yielded(int k) { return switch (k & 3) { case 0 -> 5;",
        "    case 1 -> { Fx.add(\"y\"); yield k; } case 2 -> throw new Worse(k);",
        "    default -> cached(k); }; }",
        "  int sparse(int k) { int s = 1; switch (k) { case -1: s = 2; case 100: s += cached(k); break;",
        "    case 40000: return s; case 7: throw new Oops(7); default: s = i0; } return s; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    return switch (draft.below(24)) {
      case 0 -> "(int) Base.shifted(" + arg + ", " + value.apply(size) + ", " + on.get() + ".d0)";
      case 1 -> "Base.bits(" + arg + ", " + value.apply(size) + ")";
      case 2 -> "(int) Base.floats(" + arg + ", " + value.apply(size) + ")";
      case 3 -> "(int) Base.real(" + on.get() + ".d0, " + arg + ")";
      case 4 -> "Base.compared(" + on.get() + ".d0, 1.5, " + on.get() + ".l0, " + arg + ")";
      case 5 -> "Base.narrow(" + arg + " * 77L)";
      case 6 -> on.get() + ".compound(" + arg + ")";
      case 7 -> "Base.letters(" + on.get() + ".name(), " + arg + ")";
      case 8 -> "Base.cut(" + on.get() + ".s0, " + arg + ").length()";
      case 9 -> "(Base.alike(" + on.get() + ".s0, " + on.get() + ".name()) ? 1 : " + arg + ")";
      case 10 -> on.get() + ".built(" + arg + ").hashCode()";
      case 11 -> "Base.joined(" + arg + ", " + on.get() + ".s0, 2L).length()";
      case 12 -> on.get() + ".cell(" + arg + ", " + value.apply(size) + ")";
      case 13 -> "Base.sized(" + arg + ")";
      case 14, 15 -> on.get() + ".packed(" + arg + ")";
      case 16 -> on.get() + ".swapped(" + arg + ", " + value.apply(size) + ")";
      case 17 -> "Base.stored(" + draft.pick("\"s\"", on.get(), "null") + ", " + arg + " & 3)";
      case 18 -> on.get() + ".labelled(" + arg + ")";
      case 19 -> on.get() + ".finals(" + arg + ")";
      case 20 -> on.get() + ".retried(" + arg + ")";
      case 21 -> on.get() + ".resource(" + arg + ")";
      case 22 -> on.get() + ".yielded(" + arg + ")";
      default -> on.get() + ".sparse(" + arg + ")";
    };
  }
}
