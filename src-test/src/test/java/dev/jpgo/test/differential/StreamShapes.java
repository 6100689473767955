package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Streams over lists and ranges whose functions throw, have effects, capture, and change the list;
 * inside one another, in loops, handlers and locks, and with work between their calls.
 */
final class StreamShapes implements Shapes {
  private final Draft draft;

  StreamShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "final class StreamList extends ArrayList<Integer> {",
        "  @Override public int size() { Fx.add(\"size\"); return super.size(); } }",
        "class Summed { final int sum; Summed(int sum) { this.sum = sum; Fx.add(sum); } }",
        "final class SummedUp extends Summed { SummedUp(int a, int b) {",
        "    super(IntStream.range(0, a & 3).map(x -> x * b + Base.step(2, b)).sum()); } }");
  }

  @Override
  public List<String> members() {
    int odd = 1 + draft.below(7);
    return List.of(
        "  static int step(int place, int k) { Fx.burn(); Fx.add(place);",
        "    if ((k & 31) == place) throw new Oops(k & 63); return k & 3; }",
        "  static List<Integer> someList(int k) { List<Integer> l = (k & 63) == 9 ? new LinkedList<>()",
        "      : (k & 63) == 17 ? new StreamList() : new ArrayList<>();",
        "    for (int i = 0; i < (k & 7); i++) l.add((k & 127) == 5 && i == 2 ? null : i * k - 3); return l; }",
        "  static int ranged(int a, int b) { return IntStream.range(a & 3, b & 7).map(x -> x * a",
        "    + step(3, b)).filter(x -> (x & 1) == 0).sum(); }",
        "  static int rangeReduced(int a, int b) { return IntStream.range(0, a & 7)",
        "    .filter(x -> x != b).reduce(a, (x, y) -> { Fx.add(y);",
        "      return x * 31 + y / (b & 3); }); }",
        "  static long rangeLongs(int a, int b) { long w = a * 3L; return IntStream.range(0, a & 7)",
        "    .mapToLong(x -> x * w - step(4, b)).sum() + IntStream.range((a & 7) - 4, b & 3).mapToLong(x -> w).sum(); }",
        "  static int rangeBoxes(int a, int b) { int[] r = {a}; IntStream.range(0, b & 7).boxed()",
        "    .map(x -> (x & 3) == (a & 7) ? null : x).forEach(x -> r[0] = r[0] * 3 + x + step(5, a));",
        "    IntStream.range(0, 3).map(x -> x ^ b).forEach(x -> r[0] -= x); return r[0]; }",
        "  static int rangeTexts(int a, int b) { return IntStream.range(0, a & 3)",
        "    .mapToObj(x -> \"t\" + (x + step(6, b))).filter(x -> !x.equals(\"t\" + odd()))",
        "    .reduce(\"s\" + b, (x, y) -> x.length() > 5 ? y : x + y).hashCode(); }",
        "  static int odd() { return " + odd + "; }",
        "  static int rangeSearch(int a, int b) { return",
        "    (IntStream.range(0, 5).anyMatch(x -> x + step(7, a) == (b & 7)) ? 1 : 0)",
        "    + (IntStream.range(0, a & 7).allMatch(x -> x < " + odd + ") ? 2 : 0)",
        "    + (IntStream.range(a & 1, 4).map(x -> x * a).noneMatch(x -> x == b) ? 4 : 0); }",
        "  int rangeHandled(int k) { int r = 1; for (int i = 0; i < 3; i++) { int j = i; try {",
        "      r += IntStream.range(0, k & 3).map(x -> x * j + step(8, k + j)).sum(); r *= 3;",
        "      if (IntStream.range(0, i).noneMatch(x -> x == " + (odd & 3) + ")) continue;",
        "      r += IntStream.range(0, 2).map(x -> 100 / (x - j)).filter(x -> x > 0).sum(); }",
        "    catch (Oops e) { Fx.thrown(e); r -= e.code; } finally { r += i0; } } return r; }",
        "  int rangeLocked(int k) { synchronized (this) { return IntStream.range(0, k & 3)",
        "    .map(x -> (Thread.holdsLock(this) ? 1 : 50) + cached(x)).sum() + step(9, k); } }",
        "  static int rangeBetween(int a, int b) { return IntStream.range(0, a & 3).boxed()",
        "    .map(x -> x + b).reduce(new Pair(a, step(10, b), \"p\").sum(), (x, y) -> x * 5 + y)",
        "    + new Summed(IntStream.range(0, b & 3).map(x -> x - a).sum()).sum; }",
        "  static int rangeNested(int a, int b) { return IntStream.range(IntStream.range(0, a & 1)",
        "    .map(x -> 1).sum(), 3).map(x -> IntStream.range(0, x).filter(y -> y != (b & 3))",
        "    .map(y -> y * x + step(11, a)).sum()).reduce(b, (x, y) -> x * 7 - y); }",
        "  static int listSummed(int k) { return someList(k).stream().filter(x -> x > 2)",
        "    .mapToInt(x -> x + step(12, k)).sum(); }",
        "  static long listLongs(int k, long w) { return someList(k).stream().map(x -> x * w)",
        "    .mapToLong(Long::longValue).sum() ^ w; }",
        "  static int listChanged(int a, int b) { List<Integer> l = someList(a); int[] r = {b}; try {",
        "    l.stream().map(x -> x).forEach(x -> { r[0] = r[0] * 3 + x; change(l, b); });",
        "    return r[0] + l.size(); } catch (ConcurrentModificationException e) { Fx.thrown(e);",
        "      return l.size() - r[0]; } }",
        "  static int listSearched(int a, int b) { List<Integer> l = someList(a); try {",
        "    return (l.stream().anyMatch(x -> { change(l, b); return x == b; }) ? 1 : 0)",
        "      + (l.stream().map(x -> x - a).allMatch(x -> x != step(13, b)) ? 2 : 0)",
        "      + (l.stream().noneMatch(x -> { change(l, a); return x > 40; }) ? 4 : 0);",
        "    } catch (RuntimeException e) { Fx.thrown(e); return l.size(); } }",
        "  static void change(List<Integer> l, int k) { switch (k & 15) { case 1: l.add(k); break;",
        "    case 2: l.remove(0); break; case 3: l.clear(); break; case 4: l.set(l.size() - 1, 77); break;",
        "    case 5: l.replaceAll(x -> x + 1); break; case 6: if (l.size() > 3) l.add(k); break;",
        "    case 7: l.clear(); l.addAll(List.of(1, 2)); if (l instanceof ArrayList<Integer> a)",
        "      a.trimToSize(); break; default: } }",
        "  static int listReduced(int a, int b) { List<Integer> l = someList(a);",
        "    Integer i = l.stream().reduce((b & 7) == 3 ? l.remove(0) : Integer.valueOf(b), (x, y) -> x - y);",
        "    return l.stream().map(x -> new Pair(x, b, \"q\")).map(Pair::sum).reduce(i, Integer::sum); }",
        "  static int listNested(int a, int b) { List<Integer> l = someList(a), m = someList(b);",
        "    return l.stream().filter(x -> m.stream().anyMatch(y -> y - x == step(14, a)))",
        "      .mapToInt(x -> x).reduce(m.stream().mapToInt(Integer::intValue).sum(), (x, y) -> x * 3 + y); }",
        "  static int rangeCollected(int a, int b) { return IntStream.range(0, a & 7).boxed()",
        "    .map(x -> x * b + step(15, a)).collect(Collectors.toList()).hashCode()",
        "    + IntStream.range(0, 4).mapToObj(x -> \"k\" + (x & b)).collect(Collectors.groupingBy(",
        "      x -> x.length() + step(16, b), TreeMap::new, Collectors.counting())).hashCode(); }",
        "  static int listCollected(int a, int b) { List<Integer> l = someList(a); try {",
        "    return l.stream().filter(x -> x != null).collect(Collectors.mapping(x -> x + step(17, b),",
        "      Collectors.toCollection(() -> { change(l, b); return new ArrayList<>(); }))).hashCode()",
        "      + l.stream().collect(Collectors.collectingAndThen(Collectors.reducing(a, (x, y) -> x - y),",
        "        x -> x + step(18, a)));",
        "    } catch (ConcurrentModificationException e) { Fx.thrown(e); return l.size(); } }",
        "  static int listKept(int k) { Predicate<Integer> p;",
        "    boolean z = someList(k).stream().map(x -> x).anyMatch(p = x -> x > 20);",
        "    return Fx.keep(p) + (z ? 1 : 0); }",
        "  static int listGiven(int a, int b) { List<Integer> l = someList(a); Predicate<Integer> p =",
        "    (b & 15) == 6 ? null : x -> x > step(19, b); try { BinaryOperator<Integer> o = (b & 15) == 11",
        "      ? null : p.and(x -> (x & 1) == 0).test(a) ? Math::max : (x, y) -> { change(l, b); return x - y; };",
        "    int r = l.stream().filter(p).map(x -> x + b).filter(p).reduce(a, o); Predicate<Integer> q =",
        "      p.negate().or(x -> x == b); return r + (l.stream().anyMatch(q) ? 1 : 0);",
        "    } catch (NullPointerException | ConcurrentModificationException e) { Fx.thrown(e); return l.size(); } }",
        "  static int rangeGiven(int a, int b) { IntUnaryOperator f = (a & 15) == 4 ? null : x -> x * b + step(20, a);",
        "    IntUnaryOperator g = f == null || (b & 7) == 2 ? f : f.andThen(x -> x ^ a); int[] r = {b}; IntConsumer c =",
        "      (a & 15) == 13 ? null : x -> r[0] = r[0] * 3 + x; try {",
        "    r[0] += IntStream.range(0, b & 7).map(f).map(g).sum(); IntStream.range(a & 1, 3).map(g).forEach(c);",
        "    return r[0]; } catch (NullPointerException e) { Fx.thrown(e); return -r[0]; } }",
        "  int listInLoop(int k) { List<Integer> l = someList(k); int r = 0; for (int i = 0; i < 3; i++) {",
        "    int j = i; try { r += l.stream().peek(x -> i0 += j).filter(x -> (x & 3) != j)",
        "      .mapToInt(x -> x / (k & 3)).sum(); if (l.stream().allMatch(x -> x > j)) continue; l.add(j); }",
        "    catch (ArithmeticException e) { r += 5; } finally { r = r * 3 + i0; } } return r; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String a = value.apply(size);
    String two = "(" + a + ", " + value.apply(size) + ")";
    return switch (draft.below(24)) {
      case 0 -> "Base.ranged" + two;
      case 1 -> "Base.rangeReduced" + two;
      case 2 -> "(int) Base.rangeLongs" + two;
      case 3 -> "Base.rangeBoxes" + two;
      case 4 -> "Base.rangeTexts" + two;
      case 5 -> "Base.rangeSearch" + two;
      case 6 -> on.get() + ".rangeHandled(" + a + ")";
      case 7 -> on.get() + ".rangeLocked(" + a + ")";
      case 8 -> "Base.rangeBetween" + two;
      case 9 -> "Base.rangeNested" + two;
      case 10 -> "new SummedUp" + two + ".sum";
      case 11 -> "Base.listSummed(" + a + ")";
      case 12 -> "(int) Base.listLongs" + two;
      case 13, 14 -> "Base.listChanged" + two;
      case 15 -> "Base.listSearched" + two;
      case 16 -> "Base.listReduced" + two;
      case 17 -> "Base.listNested" + two;
      case 18 -> "Base.listKept(" + a + ")";
      case 19 -> "Base.rangeCollected" + two;
      case 20 -> "Base.listCollected" + two;
      case 21 -> "Base.listGiven" + two;
      case 22 -> "Base.rangeGiven" + two;
      default -> on.get() + ".listInLoop(" + a + ")";
    };
  }
}
