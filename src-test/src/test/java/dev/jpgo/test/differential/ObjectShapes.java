package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Records, enums, generic classes with bridge methods, inherited defaults, inner classes,
 * iterators, lambdas, and classes whose initializers have effects, throw, or need one another.
 */
final class ObjectShapes implements Shapes {
  private final Draft draft;

  ObjectShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "enum Color { RED { @Override int code(int k) { return k + 3; } }, GREEN, BLUE;",
        "  int code(int k) { return ordinal() * 2 - k; }",
        "  Color after() { return values()[(ordinal() + 1) % 3]; } }",
        "record Box<T extends Comparable<T>>(T value, int n) implements Comparable<Box<T>> {",
        "  Box { if (n < -9) throw new IllegalArgumentException(\"box\" + (n & 7)); }",
        "  @Override public int compareTo(Box<T> o) {",
        "    int c = value.compareTo(o.value); return c != 0 ? c : n - o.n; } }",
        "sealed interface Node permits Leaf, Fork { int total(); }",
        "record Leaf(int v) implements Node { @Override public int total() { return v; } }",
        "record Fork(Node l, Node r) implements Node {",
        "  @Override public int total() { return l.total() + r.total() * 2; } }",
        "interface North { default int way() { return 1 + side(); } int side(); }",
        "interface East extends North {",
        "  @Override default int way() { return 10 + North.super.way(); } }",
        "interface West extends North { default int west() { return side() * 3; } }",
        "record Step(int side) implements East, West {",
        "  @Override public int way() { return East.super.way() + west(); } }",
        "abstract class Holder<T> { T held; abstract T get();",
        "  void set(T t) { held = t; } T swap(T t) { T old = get(); set(t); return old; } }",
        "final class IntHolder extends Holder<Integer> {",
        "  @Override Integer get() { return held == null ? -1 : held; }",
        "  @Override void set(Integer v) { super.set(v + 1); } }",
        "class LazyParent { static int p = Fx.initialized(\"LazyParent\");",
        "  static int get() { return p; } }",
        "class LazyChild extends LazyParent { static int c = Fx.initialized(\"LazyChild\") + p;",
        "  static int own() { return c + get(); } }",
        "final class LazyBroken { static int v = Fx.initialized(\"LazyBroken\") / (Fx.fuel & 0);",
        "  static int get(int k) { return v + k; } }",
        "final class LazyOne { static int v = LazyTwo.v + Fx.initialized(\"LazyOne\"); }",
        "final class LazyTwo { static int v = LazyOne.v + Fx.initialized(\"LazyTwo\"); }",
        "interface LazyFace { int C = Fx.initialized(\"LazyFace\");",
        "  default int face() { return C + 1; } }",
        "final class LazyFaced implements LazyFace { static int made; int k;",
        "  LazyFaced(int k) { this.k = k; made = k; } }");
  }

  @Override
  public List<String> members() {
    return List.of(
        "  static final Color[] COLORS = Color.values();",
        "  int colored(int k) { Color c = COLORS[k & 3]; switch (c) { case RED: return c.code(k);",
        "    case BLUE: Fx.add(c); default: return c.after().code(i0); } }",
        "  static int boxed(int a, int b) { Box<Integer> x = new Box<>(a, 1), y = new Box<>(b, 2);",
        "    return x.compareTo(y) + (x.equals(y) ? 4 : 0) + x.hashCode() + y.toString().length(); }",
        "  static Node tree(int n) { Fx.burn();",
        "    return n <= 0 ? new Leaf(n + 5) : new Fork(tree(n - 1), tree(n - 2)); }",
        "  static int walk(Node n) { if (n instanceof Leaf f) return f.v();",
        "    Fork k = (Fork) n; return walk(k.l()) ^ walk(k.r()); }",
        "  static int stepped(int k) { North n = (k & 1) == 0 ? new Step(k) : () -> k;",
        "    return n.way(); }",
        "  static int held(int k) { IntHolder h = new IntHolder(); h.set(k); Holder<Integer> g = h;",
        "    return g.swap(k * 2) + h.get(); }",
        "  static int abused(int k) { Holder h = new IntHolder();",
        "    h.set(k > 3 ? (Object) \"s\" : (Object) k); return (Integer) h.get(); }",
        "  class Inner { int k; Inner(int k) { this.k = k; i0 += k & 7; }",
        "    int up() { return i0 + k + array.length; } }",
        "  int inner(int k) { Inner n = new Inner(k); Inner m = new Inner(n.up());",
        "    return n.k + m.up(); }",
        "  Iterable<Integer> upTo(int n) { return () -> new Iterator<Integer>() { int at;",
        "    @Override public boolean hasNext() { return at < n; }",
        "    @Override public Integer next() { if (at == 3) throw new NoSuchElementException(\"3\");",
        "      return at++ + (i0 & 1); } }; }",
        "  int iterated(int n) { int s = 0; for (int x : upTo(n & 3)) { s = s * 3 + x; } return s; }",
        "  int listed(int n) { List<Base> all = new ArrayList<>(); Base b = this;",
        "    for (int i = 0; i < (n & 3); i++) { all.add(b); b = b.next; }",
        "    int s = 0; for (Base x : all) { s += x.i0(); } return s; }",
        "  int mapped(int k) { Map<String, Integer> m = new HashMap<>();",
        "    m.merge(name, k, Integer::sum); m.merge(s0, i0, Integer::sum);",
        "    m.computeIfAbsent(\"z\", z -> cached(k)); int s = 0;",
        "    for (String key : new TreeSet<>(m.keySet())) { s = s * 5 + m.get(key); } return s; }",
        "  IntSupplier later(int k) { return () -> { i0 += k & 3; return i0; }; }",
        "  static <T> T twiceOf(UnaryOperator<T> f, T v) { return f.apply(f.apply(v)); }",
        "  int composed(int k) { Function<Integer, Integer> f = x -> x + k;",
        "    return f.compose((Integer x) -> x * i0).andThen(Math::abs).apply(k); }",
        "  int made(int k) { Function<String, Base> maker = C0::new; Supplier<String> n = this::name;",
        "    return maker.apply(n.get()).size() + twiceOf(s -> s + k, s0).length(); }",
        "  int folded(int k) { IntBinaryOperator op = (k & 1) == 0 ? Integer::sum : this::divided;",
        "    int s = k; for (int x : array) s = op.applyAsInt(s, x); return s; }",
        "  Object cast(Object o, int k) { return k > 2 ? (Tall) o : k > 0 ? (C0) o : o; }",
        "  static int lazily(int k) { switch (k & 7) { case 0: return LazyChild.p;",
        "    case 1: return LazyChild.own(); case 2: return LazyOne.v; case 3: return LazyTwo.v;",
        "    case 4: return LazyBroken.get(k); case 5: return new LazyFaced(k).face();",
        "    case 6: return new LazyChild[2].length; default: return LazyParent.get(); } }",
        "  int faulty(int k) { try { return failing(k); } catch (Fault e) { Fx.thrown(e);",
        "    return e.code; } }",
        "  int failing(int k) throws Fault { if (k == 1) throw new Fault(k);",
        "    try { return checked(k); } catch (IllegalArgumentException e) {",
        "      throw new Fault(k & 7); } }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    return switch (draft.below(21)) {
      case 0 -> on.get() + ".colored(" + arg + ")";
      case 1 -> "Base.boxed(" + arg + ", " + value.apply(size) + ")";
      case 2 -> "Base.tree(" + arg + " & 3).total()";
      case 3 -> "Base.walk(Base.tree(" + arg + " & 3))";
      case 4 -> "Base.stepped(" + arg + ")";
      case 5 -> "Base.held(" + arg + ")";
      case 6 -> "Base.abused(" + arg + ")";
      case 7 -> on.get() + ".inner(" + arg + ")";
      case 8 -> on.get() + ".iterated(" + arg + ")";
      case 9 -> on.get() + ".listed(" + arg + ")";
      case 10 -> on.get() + ".mapped(" + arg + ")";
      case 11 -> on.get() + ".later(" + arg + ").getAsInt()";
      case 12 -> on.get() + ".composed(" + arg + ")";
      case 13 -> on.get() + ".made(" + arg + ")";
      case 14 -> on.get() + ".folded(" + arg + ")";
      case 15 -> cast(on, arg, draft.name("t"));
      case 16, 17 -> "Base.lazily(" + arg + ")";
      case 18 -> on.get() + ".faulty(" + arg + ")";
      case 19 -> "Base.COLORS[" + arg + " & 1].code(" + value.apply(size) + ")";
      default -> "new Step(" + arg + ").way()";
    };
  }

  private String cast(Supplier<String> on, String arg, String name) {
    return String.format(
        "(%s.cast(%s, %s & 3) instanceof Base %s ? %s.i0() : 1)",
        on.get(), draft.pick("\"s\"", on.get(), "null"), arg, name, name);
  }
}
