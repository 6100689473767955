package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Boxes that are made and opened in sight, that meet, that are null, and whose identity shows;
 * tests of classes one after the other.
 */
final class BoxShapes implements Shapes {
  private final Draft draft;

  BoxShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "interface Taker<T> { T take(T t, int k); }",
        "final class Keeper<T> implements Taker<T> { T kept; int same;",
        "  @Override public T take(T t, int k) { if (t == kept) same++; kept = t; return t; } }",
        "class Kind0 { int of() { return 1; } }",
        "final class Kind1 extends Kind0 { @Override int of() { return 3; } }",
        "class Kind2 { int two() { return 5; } }",
        "final class Kind3 { int k = 7; }",
        "class Kind4 extends Kind2 { @Override int two() { return 11; } }");
  }

  @Override
  public List<String> members() {
    return List.of(
        "  static Integer boxOf(int k) { return k; }",
        "  static int unboxed(Integer k) { return k; }",
        "  static <T> T passed(T t) { Fx.burn(); return t; }",
        "  static int summed(int n) { Integer s = 0; Long t = 1L;",
        "    for (int i = 0; i < (n & 7); i++) { s += boxOf(i * n); t = t * 3 + unboxed(s); }",
        "    return s + t.intValue(); }",
        "  static int twins(int k) { Integer a = boxOf(k), b = boxOf(k); int r = 0;",
        "    if (a == b) r += 1; if (a.equals(b)) r += 2; if (a == passed(a)) r += 4;",
        "    if (a.intValue() == b) r += 8; return r + unboxed(b); }",
        "  static int chosen(int k, int j) { Integer c = null;",
        "    if (k > 3) c = k; else if (j > 3) c = j;",
        "    return c == null ? -1 : unboxed(c) + c; }",
        "  static int opened(int k, int j) { Integer c = k == 3 ? null : boxOf(j);",
        "    try { return unboxed(c) + k; } catch (NullPointerException e) { Fx.thrown(e); return 9; } }",
        "  static int kinds(int k) { Object o = (k & 1) == 0 ? (Object) boxOf(k) : (Object) (long) k;",
        "    int r = o instanceof Integer i ? unboxed(i) : 2; if (o instanceof Number n) r += n.intValue();",
        "    if (o instanceof Comparable) r ^= 3; return o.hashCode() + r; }",
        "  static int narrowed(int k) { Byte b = (byte) k; Short s = (short) (k * 300);",
        "    Character c = (char) k; Boolean z = k > 2; Float f = k / 2f; Double d = k * 1.5;",
        "    return b + s.intValue() + c + (z ? f.intValue() : d.shortValue()) + b.hashCode()",
        "      + c.hashCode() + z.hashCode(); }",
        "  static int castBox(int k) { Object o = boxOf(k); try {",
        "    return k == 4 ? ((String) o).length() : (Integer) o; }",
        "    catch (ClassCastException e) { Fx.thrown(e); return -k; } }",
        "  static int handled(int k) { Integer at = 1; Long all = 0L;",
        "    try { at = 100 / k; all += at; at = boxOf(at) / (k - 1); all += at; }",
        "    catch (ArithmeticException e) { return -at - all.intValue(); } finally { Fx.add(at); }",
        "    return at + all.intValue(); }",
        "  static int kept(int k) { Keeper<Integer> keeper = new Keeper<>(); Taker<Integer> t = keeper;",
        "    Integer a = boxOf(k + 1000); t.take(a, k); int r = unboxed(a);",
        "    if ((k & 1) == 0) t.take(a, r); t.take(boxOf(k + 1000), k); return r + keeper.same; }",
        "  static int lockedBox(int k) { Object o = boxOf(k + 2000);",
        "    synchronized (o) { return (Integer) o + Boolean.hashCode(Thread.holdsLock(o)); } }",
        "  static int reduced(int k, BinaryOperator<Integer> op) { Integer s = k;",
        "    for (int i = 0; i < 3; i++) { s = op.apply(s, i); } return s; }",
        "  static int reductions(int k) { int[] held = {k}; return reduced(k, (x, y) -> x * 3 + y)",
        "    + reduced(k, Integer::sum) + reduced(k, (x, y) -> x == y ? held[0]++ : x); }",
        "  static int boxList(int k) { List<Integer> all = new ArrayList<>();",
        "    for (int i = 0; i < 3; i++) { all.add(k * i); } int s = 0;",
        "    for (int x : all) { s = s * 7 + x; } all.remove((Integer) k); return s + all.size(); }",
        "  static Object kindOf(int k) { switch (k % 5) { case 0: return new Kind0();",
        "    case 1: return new Kind1(); case 2: return new Kind2(); case 3: return new Kind3();",
        "    case -1: return null; default: return new Kind4(); } }",
        "  static int kindly(Object o) { if (o instanceof Kind1 a) return a.of();",
        "    if (o instanceof Kind3 b) return b.k; if (o instanceof Kind2 c) return c.two();",
        "    if (o instanceof Kind0 d) return d.of() + 1; return o == null ? 0 : 100; }",
        "  static int unkindly(Object o) { int r = 1; if (o instanceof Kind0) r = 2;",
        "    else if (o instanceof Kind1) r = 3; else if (o instanceof Kind4 k) r = k.two();",
        "    else if (o instanceof Kind2) r = 5; else if (o instanceof Comparable) r = 6;",
        "    else if (o instanceof Kind3) r = 7; return r; }",
        "  static int kindsOf(int k) { int s = 0; for (int i = 0; i < 4; i++) {",
        "    s = s * 13 + kindly(kindOf(i < 3 ? k : i)) + unkindly(kindOf(k + i)); } return s; }",
        "  static int picked(int k) { int s = 0; for (int i = 0; i < 5; i++) {",
        "    switch (i == 4 ? k : 77) { case 1: s += 2; case -3: s ^= 7; break; case 77: s += k; break;",
        "    case 1000000: return s; default: s = s * 3 + i; } } return s; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    return switch (draft.below(17)) {
      case 0 -> "Base.summed(" + arg + ")";
      case 1 -> "Base.twins(" + arg + ")";
      case 2 -> "Base.twins(" + arg + " & 127)";
      case 3 -> "Base.chosen(" + arg + ", " + value.apply(size) + ")";
      case 4 -> "Base.opened(" + arg + ", " + value.apply(size) + ")";
      case 5 -> "Base.kinds(" + arg + ")";
      case 6 -> "Base.narrowed(" + arg + ")";
      case 7 -> "Base.castBox(" + arg + " & 7)";
      case 8 -> "Base.handled(" + arg + " & 3)";
      case 9 -> "Base.kept(" + arg + ")";
      case 10 -> "Base.lockedBox(" + arg + ")";
      case 11 -> "Base.reductions(" + arg + ")";
      case 12 -> "Base.boxList(" + arg + ")";
      case 13 -> "Base.unboxed(Base.boxOf(" + arg + ")) + Base.boxOf(" + value.apply(size) + ")";
      case 14, 15 -> "Base.kindsOf(" + arg + ")";
      default -> "Base.picked(" + arg + ")";
    };
  }
}
