package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Methods of generated programs in the shapes that an inliner takes apart: getters with a slow path
 * that has effects, such methods inside one another, rare paths behind others, checks that throw,
 * wide parameters, recursion, locks, arrays that refuse a store, classes that are initialized late.
 */
final class ProgramShapes implements Shapes {
  private final Draft draft;

  ProgramShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "interface Shape { int size(); default int twice() { Fx.burn(); return size() * 2; }",
        "  default String tag() { return \"shape\" + size(); }",
        "  private int twist(int k) { return k * " + (2 + draft.below(4)) + "; }",
        "  default int spun(int k) { return twist(k) + size(); }",
        "  static int unit(int k) { return k & 3; } }",
        "interface Tall extends Shape { @Override default String tag() { return \"tall\" + spun(1); }",
        "  default int tall() { return " + draft.pick("spun(2) - size()", "twice() + 1") + "; } }",
        "final class Lazy0 { static int base = Fx.initialized(\"Lazy0\");",
        "  static int up(int k) { Fx.add(\"up\"); return k + base; } }",
        "final class Lazy1 { static final int LENGTH = Fx.initialized(\"Lazy1\");",
        "  static int less(int k) { return k - LENGTH; } }");
  }

  @Override
  public List<String> members() {
    int limit = draft.below(60);
    int odd = draft.below(8);
    int rare = draft.below(20);
    return List.of(
        "  private Base spare;",
        "  volatile int vol = 1;",
        "  Object[] things = new " + draft.pick("String[3]", "Base[2]", "Object[3]") + ";",
        "  long[] longs = new long[3];",
        "  Base lazy() { Base n = spare;",
        "    if (n == null) { Fx.add(\"lazy\"); n = Main.make(i0 & 3); spare = n; } return n; }",
        "  Base lazyUp() { Base n = lazy();",
        "    if (n.i0 > 5) { Fx.add(\"up\"); n.i0 -= 3; spare = null; return lazy(); } return n; }",
        "  Base lazyTwice() { Base n = lazyUp();",
        "    if (n.i0 == "
            + odd
            + ") { Fx.add(\"again\"); n.i0++; return n.lazyUp(); } return n; }",
        "  " + closed() + "int cached(int k) { int v = array[k & 3];",
        "    if (v > " + limit + ") { Fx.add(\"slow\"); array[k & 3] = v >> 1; v = k; }",
        "    if ((v & 7) == " + odd + ") { Fx.add(\"rare\"); vol++; return v - 1; }",
        "    return v + i0; }",
        "  " + closed() + "int outer(int k) { int v = cached(k);",
        "    if (v == " + rare + ") { Fx.add(\"outer\"); return cached(k + 1); }",
        "    return v ^ lazy().i0(); }",
        "  int filled(int k) { int v = vol; if (v < 3) { v = i0; }",
        "    if (k > " + rare + ") { Fx.add(\"fill\"); array[k & 3] += v; return v; }",
        "    return " + draft.pick("v + spare.i0", "lazy().i0 + v", "v + next().i0()") + "; }",
        "  "
            + closed()
            + "int noisy() { int v = i0; if ((v & 1) == 0) { Fx.add(\"noise\"); return v + 2; }",
        "    return v; }",
        "  " + closed() + "int twiceNoisy(int k) { int v = noisy();",
        "    if ((v & 3) < " + (1 + draft.below(3)) + ") { Fx.add(\"loud\"); return v; }",
        "    array[k & 3] = v; return k; }",
        "  " + closed() + "int clash(int k) { int v = k;",
        "    if (k > " + odd + ") { v = noisy() + spare.noisy(); }",
        "    if ((v & 1) == " + (odd & 1) + ") { vol++; return lazy().twiceNoisy(v); }",
        "    l0 += v; return v + noisy(); }",
        "  " + closed() + "int nested(int k) { int v = clash(k) + twiceNoisy(k);",
        "    if ((v & 3) == " + (odd & 3) + ") { Fx.add(v); return noisy(); } return clash(v); }",
        "  "
            + closed()
            + "int scan(int k) { int s = 0; for (int i = 0; i < 4; i++) { s += noisy() + array[i];",
        "    if ((s & 7) == " + odd + ") { Fx.add(\"scan\"); return s; } }",
        "    array[k & 3]++; return s; }",
        "  int checked(int k) {",
        "    if (k < 0) throw new IllegalArgumentException(\"neg\" + (k & 7)); return k % 7; }",
        "  int deepCheck(int k) {",
        "    return checked(k) +",
        "      lazy().checked(i0 - 4); }",
        "  long wide(long a, double d, int i, long b) { long t0 = a + i; long t1 = b ^ t0;",
        "    double t2 = d * i; long t3 = (long) t2; int t4 = (int) t1; long t5 = t3 - t4;",
        "    if ((t5 & 7) == 3) { Fx.add(t5); l0 = t5; } return t0 + t1 + t3 + t5; }",
        "  double blend(double x, long n, double y) { double z = x * n;",
        "    return z > y ? z - y : y + d0; }",
        "  int rec(int n) { Fx.burn(); return n <= 0 ? i0 : rec(n - 1) + 1; }",
        "  int evenly(int n) { return n <= 0 ? 0 : oddly(n - 1) + 1; }",
        "  int oddly(int n) { Fx.burn(); return n <= 0 ? i0 : evenly(n - 2); }",
        "  Base follow(int n) { Fx.burn(); return n <= 0 ? this : lazy().follow(n - 1); }",
        "  int bump() { return vol++; }",
        "  int read() { return vol + i0; }",
        "  Object store(Object o, int i) { things[i] = o; return things[i]; }",
        "  long at(int i) { return longs[i]; }",
        "  void put(int i, long v) { longs[i] = v; }",
        "  int word(String s) { switch (s) { case \"w0\": return 1;",
        "    case \"w1\": Fx.add(\"w1\"); return 2; case \"t1\": return 3; default: return i0; } }",
        "  int guarded(int k) { try { return checked(k) + cached(k); }",
        "    catch (IllegalArgumentException e) { Fx.thrown(e); return -1; }",
        "    finally { vol += 2; } }",
        "  synchronized int locked(int k) { return cached(k) + 1; }",
        "  int lockedInside(int k) { synchronized (this) { return deepCheck(k) + outer(k); } }",
        "  int divided(int a, int b) { return a / b; }",
        "  boolean same(Base o) { return this == o || o.i0 == i0; }",
        "  byte small(int k) { return (byte) k; }",
        "  char letter(int k) { return (char) (k * 31); }",
        "  static int statics(int k) { return k > 3 ? Lazy0.up(k) : Lazy1.less(k); }",
        "  static int sum(int[] a) { int s = 0; for (int x : a) s += x; return s; }",
        "  static Base orElse(Base b, Base other) { return b == null ? other : b; }",
        "  int counted(int n) { int s = i0; for (int i = 0; i < (n & 7); i++) { s += cached(i); }",
        "    return s; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    return switch (draft.below(31)) {
      case 0 -> on.get() + ".cached(" + arg + ")";
      case 1 -> on.get() + ".outer(" + arg + ")";
      case 2 -> on.get() + ".filled(" + arg + ")";
      case 3 -> on.get() + ".checked(" + arg + ")";
      case 4 -> on.get() + ".deepCheck(" + arg + ")";
      case 5 -> on.get() + ".rec(" + arg + " & 3)";
      case 6 -> on.get() + ".evenly(" + arg + " & 7)";
      case 7 -> on.get() + ".bump()";
      case 8 -> on.get() + ".read()";
      case 9 -> on.get() + ".guarded(" + arg + ")";
      case 10 -> on.get() + ".locked(" + arg + ")";
      case 11 -> on.get() + ".lockedInside(" + arg + ")";
      case 12 -> on.get() + ".divided(" + arg + ", " + value.apply(size) + ")";
      case 13 -> "(" + on.get() + ".same(" + on.get() + ") ? 1 : 2)";
      case 14 -> on.get() + ".small(" + arg + ")";
      case 15 -> on.get() + ".letter(" + arg + ")";
      case 16 -> "Base.statics(" + arg + ")";
      case 17 -> "Base.sum(" + on.get() + ".array)";
      case 18 -> on.get() + ".lazy().i0()";
      case 19 -> on.get() + ".lazyUp().lazy().read()";
      case 20 -> on.get() + ".lazyTwice().next().i0()";
      case 21 -> on.get() + ".counted(" + arg + ")";
      case 22 -> "((Shape) " + on.get() + ").spun(Shape.unit(" + arg + "))";
      case 23 -> "Base.orElse(" + on.get() + ".next(), " + on.get() + ").filled(" + arg + ")";
      case 24 -> tall(on.get(), draft.name("t"));
      case 25 -> on.get() + ".noisy()";
      case 26 -> on.get() + ".twiceNoisy(" + arg + ")";
      case 27 -> on.get() + ".clash(" + arg + ")";
      case 28 -> on.get() + ".nested(" + arg + ")";
      case 29 -> on.get() + ".scan(" + arg + ")";
      default -> on.get() + ".follow(" + arg + " & 3).spun(1)";
    };
  }

  private static String tall(String on, String name) {
    return "((Object) " + on + " instanceof Tall " + name + " ? " + name + ".tall() : 0)";
  }

  /** An expression of type long. */
  String longExpression(
      Supplier<String> on, Supplier<String> longValue, Supplier<String> doubleValue, String arg) {
    return switch (draft.below(3)) {
      case 0 ->
          String.format(
              "%s.wide(%s, %s, %s, %s)",
              on.get(), longValue.get(), doubleValue.get(), arg, longValue.get());
      case 1 -> on.get() + ".at(" + arg + draft.pick("", " & 1") + ")";
      default ->
          String.format(
              "(long) %s.blend(%s, %s, %s)",
              on.get(), doubleValue.get(), longValue.get(), doubleValue.get());
    };
  }

  /** A statement. */
  String statement(Supplier<String> on, IntFunction<String> value) {
    return switch (draft.below(5)) {
      case 0 -> on.get() + ".put(" + value.apply(1) + draft.pick("", " & 1") + ", 5L);";
      case 1 -> "Fx.add(" + on.get() + ".store(" + draft.pick("\"s\"", on.get()) + ", 1));";
      case 2 -> "Fx.add(" + on.get() + ".word(\"w\" + (" + value.apply(1) + " & 3)));";
      case 3 -> on.get() + ".lazyUp().i0(" + value.apply(1) + ");";
      default -> on.get() + ".lazy().link(" + draft.pick("null", on.get()) + ");";
    };
  }

  /** Some methods cannot be overridden, so that calls of them need no guard. */
  private String closed() {
    return draft.pick("", "final ");
  }
}
