package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Functions that the JDK makes of others: chains of every kind, some with null in them, kept,
 * compared, chosen, made in loops or around what throws; and interfaces whose combinators override
 * the JDK's, or only look like them.
 */
final class FunctionShapes implements Shapes {
  private final Draft draft;

  FunctionShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "interface Stride { int step(int x); default Stride then(Stride n) { Fx.add(\"then\");",
        "    return x -> n.step(step(x)); }",
        "  default Stride after(Stride n) { Objects.requireNonNull(n); return x -> step(n.step(x)); } }",
        "interface Loud<T, R> extends Function<T, R> {",
        "  @Override default <V> Function<T, V> andThen(Function<? super R, ? extends V> g) {",
        "    Fx.add(\"loud\"); return x -> g.apply(apply(x)); } }",
        "final class Orders { static final IntUnaryOperator OP = x -> { Fx.add(x); return x * 3; };",
        "  static final Comparator<Integer> BY =",
        "    Comparator.comparingInt((Integer x) -> x & 3).thenComparing(x -> 12 / x); }",
        "final class Arranger { final Comparator<Integer> by; final IntUnaryOperator op;",
        "  Arranger(Comparator<Integer> by, IntUnaryOperator op) { this.by = by; this.op = op; }",
        "  int run(int k) { int r = 0; for (int i = 1; i < 5; i++)",
        "    r = r * 3 + by.compare(i, k) + op.applyAsInt(i); return r; } }");
  }

  @Override
  public List<String> members() {
    int odd = draft.below(8);
    return List.of(
        "  static int chained(int k) { IntUnaryOperator f = x -> x * 2;",
        "    IntUnaryOperator g = f.andThen(x -> 60 / (x - " + odd + ")).compose(x -> x - 3);",
        "    int s = 0; for (int i = 0; i < 4; i++) s = s * 3 + g.applyAsInt(i + k); return s; }",
        "  int chainedHere(int k) { IntUnaryOperator f = x -> x + i0; IntUnaryOperator g = this::cached;",
        "    IntUnaryOperator h = f.andThen(g).andThen(x -> { Fx.add(\"f\"); return x + l0 > 40 ? k : x; });",
        "    int r = h.applyAsInt(k); synchronized (this) { r += h.compose(f).applyAsInt(r & 7); }",
        "    return r; }",
        "  static int sifted(int k) { Predicate<Integer> p = x -> x > 2;",
        "    Predicate<Integer> q = p.and(x -> { Fx.add(x); return x < 9; }).or(x -> x == k).negate();",
        "    int r = 0; for (int i = 0; i < 4; i++) r = r * 2 + (q.test(i * 3) ? 1 : 0)",
        "      + (Predicate.not(q).test(k) ? 3 : 0); IntPredicate e = x -> (x & 1) == 0;",
        "    return e.negate().or(x -> x == 4).test(k) ? r : -r; }",
        "  static int given(IntUnaryOperator g, int k) { IntUnaryOperator f = x -> x * 3; int r = 1; try {",
        "      r = f.andThen(g).applyAsInt(k); r += f.compose(g).applyAsInt(k); }",
        "    catch (NullPointerException e) { Fx.thrown(e); r = -r; } return r; }",
        "  static int givenNothing(IntUnaryOperator g, int k) { IntUnaryOperator f = x -> x - 3;",
        "    f.andThen(g); return f.applyAsInt(k); }",
        "  static int keptChain(int k) { Function<Integer, Integer> f = x -> x + k;",
        "    Function<Integer, Integer> g = f.andThen(x -> x * 2); int r = 0;",
        "    for (int i = 0; i < 3; i++) { r += g.apply(i); if (((k + i) & 7) == "
            + odd
            + ") { r += Fx.keep(g); } }",
        "    return r + Fx.same + (Fx.kept == g ? 5 : 0); }",
        "  static int sameness(Object o) { Function<Object, Object> f = Function.identity();",
        "    Function<Object, Object> g = f.andThen(x -> x); return (g.apply(o) == o ? 1 : 2)",
        "      + (g == f ? 4 : 0) + (f.compose(g) == f.compose(g) ? 8 : 0)",
        "      + (UnaryOperator.<Object>identity().andThen(f).apply(null) == null ? 16 : 0); }",
        "  static int fed(int k) { Consumer<Object> c = Fx::add; Consumer<Object> d = c.andThen(x -> {",
        "      if (k == " + odd + ") throw new Oops(k); }).andThen(c); int r = 0;",
        "    try { for (; r < 3; r++) d.accept(r); } catch (Oops e) { Fx.thrown(e); r += e.code; }",
        "    finally { c.andThen(d).andThen(c); } return r; }",
        "  static int loudly(int k) { Loud<Integer, Integer> f = x -> x + 1;",
        "    Function<Integer, Integer> g = (Loud<Integer, Integer>) x -> x - 4;",
        "    return f.andThen(x -> x * k).apply(3) + f.compose((Integer x) -> x - 2).apply(k)",
        "      + g.andThen(x -> x + k).compose(f).apply(k); }",
        "  static int strides(int k) { Stride s = x -> x * 2; Stride t = s.then(x -> x + k);",
        "    return t.step(k) + t.after(x -> 12 / x).step(k); }",
        "  int least(int k) { BinaryOperator<String> b = BinaryOperator.minBy((x, y) -> {",
        "      Fx.burn(); return x.compareTo(y); }); BiFunction<String, String, Integer> f =",
        "      b.andThen(String::length); return f.apply(name, s0) + b.apply(s0, \"t\" + k).length()",
        "      + BinaryOperator.<Base>maxBy((x, y) -> x.i0 - y.i0).apply(this, next == null ? this : next).i0; }",
        "  static int eitherChain(int k) { IntUnaryOperator f = k > 3 ? x -> x + 1 : x -> x - 1;",
        "    IntUnaryOperator g = x -> x * 5; IntUnaryOperator h = (k & 1) == 0 ? g.andThen(f) : f.andThen(g);",
        "    return h.applyAsInt(k) + g.compose(f).applyAsInt(k); }",
        "  static int growing(int k) { IntUnaryOperator f = x -> x + 1; int s = 0;",
        "    for (int i = 0; i < (k & 3); i++) { f = f.andThen(x -> x * 3); s += f.applyAsInt(i); }",
        "    IntUnaryOperator g = x -> x + k; g = g.andThen(g); g = g.andThen(g); g = g.compose(g);",
        "    return s + g.applyAsInt(s); }",
        "  static int mixedUp(int k) { Function<Object, Object> f = x -> x;",
        "    Function g = (Function<String, Integer>) String::length; Function h = f.andThen(g); int r = 0;",
        "    for (Object o : new Object[] {\"w\", k, null}) try { r += (Integer) h.apply(o); }",
        "    catch (ClassCastException | NullPointerException e) { Fx.thrown(e); r++; } return r; }",
        "  static long widely(int k, double d) { LongUnaryOperator f = x -> x << 3;",
        "    DoubleUnaryOperator g = x -> x / k; BiPredicate<Long, Double> b = (x, y) -> x > y;",
        "    return f.compose(x -> x - 5).andThen(Math::negateExact).applyAsLong(k)",
        "      + (long) g.andThen(Math::rint).compose(x -> x + 1).applyAsDouble(d)",
        "      + (b.negate().and((x, y) -> y < 9).test(3L * k, d) ? 1 : 2); }",
        "  static int arranged(int k) { Arranger d = new Arranger(k == 6 ? Comparator.naturalOrder()",
        "      : k == 4 ? null : Orders.BY, k == 7 ? x -> x - k : Orders.OP); try { return d.run(k); }",
        "    catch (ArithmeticException | NullPointerException e) { Fx.thrown(e); return -k; } }",
        "  static int checkedChain(int k) { int v = 1; IntUnaryOperator f = x -> { if (x == 5) throw new Oops(x);",
        "      return x + 2; }; IntUnaryOperator g = f.andThen(f).compose(f); for (int i = 0; i < 3; i++) {",
        "      try { v = i; v = g.applyAsInt(k + i); v += f.andThen(x -> 8 / (x - 4)).applyAsInt(v); }",
        "      catch (Oops e) { Fx.thrown(e); v += 100; } catch (ArithmeticException e) { return v; } }",
        "    return v; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    String few = "(" + arg + " & 7)";
    return switch (draft.below(19)) {
      case 0, 1 -> "Base.chained(" + few + ")";
      case 2, 3 -> on.get() + ".chainedHere(" + arg + ")";
      case 4 -> "Base.sifted(" + few + ")";
      case 5 -> "Base.given(" + function(on, arg) + ", " + value.apply(size) + ")";
      case 6 -> "Base.givenNothing(" + function(on, arg) + ", " + value.apply(size) + ")";
      case 7 -> "Base.keptChain(" + few + ")";
      case 8 -> "Base.sameness(" + draft.pick("\"s\"", "null", on.get()) + ")";
      case 9 -> "Base.fed(" + few + ")";
      case 10 -> "Base.loudly(" + arg + ")";
      case 11 -> "Base.strides(" + few + ")";
      case 12 -> on.get() + ".least(" + few + ")";
      case 13 -> "Base.eitherChain(" + few + ")";
      case 14 -> "Base.growing(" + arg + ")";
      case 15 -> "Base.mixedUp(" + few + ")";
      case 16 -> "(int) Base.widely(" + few + ", " + value.apply(size) + ")";
      case 17 -> "Base.arranged(" + few + ")";
      default -> "Base.checkedChain(" + few + ")";
    };
  }

  private String function(Supplier<String> on, String arg) {
    return draft.pick(
        "null",
        "Math::abs",
        "IntUnaryOperator.identity()",
        "(" + on.get() + ")::cached",
        "x -> x * 7",
        "(" + arg + ") > 3 ? null : x -> x - 1");
  }
}
