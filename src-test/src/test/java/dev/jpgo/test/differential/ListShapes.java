package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Loops over lists whose bodies throw, have effects and change the list; inside one another, in
 * other loops, handlers and locks, over lists of several kinds, with elements that are null. Some
 * programs see most lists as unmodifiable ones, others have lists that never change.
 */
final class ListShapes implements Shapes {
  private final Draft draft;
  private final int kind;

  ListShapes(Draft draft) {
    this.draft = draft;
    this.kind = draft.below(4);
  }

  @Override
  public List<String> types() {
    return List.of(
        "final class EachList extends ArrayList<Integer> {",
        "  @Override public Iterator<Integer> iterator() { Fx.add(\"each\"); return super.iterator(); }",
        "  @Override public int size() { Fx.add(\"size\"); return super.size(); } }",
        "class Box1 { int v; Box1 next; Box1(int v) { this.v = v; } int get() { return v; } }");
  }

  @Override
  public List<String> members() {
    int odd = 1 + draft.below(7);
    return List.of(
        "  static int at(int place, int k) { Fx.burn(); Fx.add(place);",
        "    if ((k & 31) == place) throw new Oops(k & 63); return k & 3; }",
        "  static List<Integer> anyList(int k) { List<Integer> l = (k & 63) == 9 ? new LinkedList<>()",
        "      : (k & 63) == 17 ? new EachList() : (k & 63) == 33 ? null : new ArrayList<>(k & 3);",
        "    for (int i = 0; l != null && i < (k & 7); i++) l.add((k & 127) == 5 && i == 2 ? null : i * k - 3);",
        "    return (k & 255) == 12 ? l.subList(1, 3) : seen(l); }",
        "  static List<Integer> behind;",
        "  static List<Integer> seen(List<Integer> l) { behind = l; return " + seen() + "; }",
        "  static void alter(List<Integer> s, int k) { List<Integer> l = "
            + altered()
            + "; switch (k & 15) { case 1: l.add(k); break;",
        "    case 2: l.remove(0); break; case 3: l.clear(); break; case 4: l.set(l.size() - 1, 77); break;",
        "    case 5: l.replaceAll(x -> x + 1); break; case 6: if (l.size() > 3) l.add(k); break;",
        "    case 7: l.clear(); l.addAll(List.of(1, 2)); if (l instanceof ArrayList<Integer> a)",
        "      a.trimToSize(); break; case 8: l.remove(l.size() - 1); break;",
        "    case 9: l.add(null); l.remove(l.size() - 1); break; case 10: l.set(0, null); break; default: } }",
        "  static int eachSum(int k) { int r = 0; for (int x : anyList(k)) r += x; return r; }",
        "  static int eachStep(int a, int b) { int r = b; for (Integer x : anyList(a)) r = r * 3 + x + at(1, b + r);",
        "    return r; }",
        "  static int eachNull(int k) { int r = 0; for (Object x : anyList(k)) r = r * 5 + (x == null ? 1 : x.hashCode());",
        "    return r; }",
        "  static int eachAltered(int a, int b) { List<Integer> l = anyList(a); int r = b; int n = b >> 4 & 7; try {",
        "    for (Integer x : l) { r = r * 3 + (x == null ? 9 : x); if (n-- == 0) alter(l, b); }",
        "    return r + l.size(); } catch (RuntimeException e) { Fx.thrown(e); return r; } }",
        "  static int eachAlteredAgain(int a, int b) { List<Integer> l = anyList(a); int r = 0, n = 0;",
        "    while (n++ < 3) { try { for (Integer x : l) { if (r++ > 40) return n; alter(l, b + r);",
        "      r += x == null ? 0 : x & 1; } } catch (ConcurrentModificationException e) { Fx.add(\"cme\" + r); }",
        "      catch (NoSuchElementException | IndexOutOfBoundsException e) { Fx.thrown(e); } } return r; }",
        "  static int eachOfTwo(int a, int b) { List<Integer> l = anyList(a), m = anyList(b); int r = 1;",
        "    for (Integer x : l) { for (Integer y : m) { if (y == null) continue; r = r * 7 + y; if (r == "
            + odd
            + ") break; }",
        "      if (x == null) break; r -= x; } return r; }",
        "  static int eachOfItself(int a, int b) { List<Integer> l = anyList(a); int r = 0; try {",
        "    for (Integer x : l) for (Integer y : l) { r = r * 3 + (x == y ? 1 : 2); if (r > 500) alter(l, b); }",
        "    } catch (ConcurrentModificationException e) { Fx.thrown(e); } return r; }",
        "  static int eachFound(int a, int b) { int i = 0; for (Iterator<Integer> it = anyList(a).iterator(); it.hasNext(); i++)",
        "    if (it.next() == b) return i; return -1; }",
        "  static int eachLate(int a, int b) { List<Integer> l = anyList(a); Iterator<Integer> it = l.iterator();",
        "    int r = 0; alter(l, b); while (r < 50 && it.hasNext()) { Integer x = it.next(); r += x == null ? 3 : x & 15; }",
        "    return r; }",
        "  static int eachTwice(int a, int b) { int r = 0; Iterator<Integer> it = anyList(a).iterator(); while (it.hasNext()) {",
        "    r = r * 3 + it.next(); if (it.hasNext() && (r & 3) == (b & 3)) r -= it.next(); } return r; }",
        "  static int eachRemoved(int a, int b) { List<Integer> l = anyList(a); Iterator<Integer> it = l.iterator();",
        "    while (it.hasNext()) { Integer x = it.next(); if (x != null && (x & 1) == (b & 1)) it.remove(); }",
        "    return l.size() * 31 + l.hashCode(); }",
        "  static int eachCaught(int a, int b) { List<Integer> l = anyList(a); int r = 0; Iterator<Integer> it = l.iterator();",
        "    while (it.hasNext()) { if (r > 30) break; try { Integer x = it.next(); alter(l, b + r++); r += x & 3;",
        "      } catch (ConcurrentModificationException | NullPointerException e) { r += 9; Fx.add(r); } } return r; }",
        "  int eachHandled(int k) { int r = 1; List<Integer> l = anyList(k); try { for (Integer x : l) { Integer last = x; try {",
        "      r += x + at(2, k + r); if ((r & 7) == "
            + odd
            + ") continue; r += 100 / (x & 1); last = r; }",
        "    catch (ArithmeticException e) { r -= last; } finally { r += i0; i0 ^= 1; } } }",
        "    catch (Oops e) { Fx.thrown(e); r -= e.code; } return r; }",
        "  int eachLocked(int k) { int r = 0; synchronized (this) { for (Integer x : anyList(k)) { synchronized (Base.class) {",
        "    r = r * 3 + x; } r += cached(r); } } return r; }",
        "  int eachInLoop(int k) { List<Integer> l = anyList(k); int r = 0; for (int i = 0; i < 3; i++) { for (Integer x : l) {",
        "    if (x == null) break; int y = x; while (y > 3) { y >>= 1; r += y; } i0 += r; } if (l.size() < 5) l.add(i); } return r; }",
        "  static int eachBox(int a, int b) { List<Box1> l = new ArrayList<>(); for (int i = 0; i < (a & 7); i++) l.add(new Box1(i * b));",
        "    int r = 0; for (Box1 x : l) { if (x.get() == " + odd + ") x.v = b; r = r * 3 + x.v; }",
        "    for (Box1 x : l) { x.next = l.get(0); r += x.next.get(); } return r; }",
        "  static int sumOf(Iterable<Integer> l) { int r = 0; for (Integer x : l) r = r * 3 + x; return r; }",
        "  static int eachInlined(int a, int b) { return sumOf(anyList(a)) - sumOf(anyList(b)); }",
        "  static int eachChoice(int a, int b) { Iterator<Integer> it = (b & 1) == 0 ? anyList(a).iterator() : anyList(b).iterator();",
        "    int r = 0; while (it.hasNext()) r = r * 5 + it.next(); return r; }",
        "  static int eachPage(int a, int b) { Iterator<Integer> it = anyList(a).iterator(); int r = 0;",
        "    for (int p = 0; p < 4; p++) { int n = 0; while (it.hasNext()) { Integer x = it.next();",
        "      r = r * 5 + (x == null ? 1 : x); if (++n > (b & 3)) break; } r += p; } return r; }",
        "  static int eachRetried(int a, int b) { Iterator<Integer> it = anyList(a).iterator(); int r = b, n = 0;",
        "    boolean done = false; while (!done && n++ < 6) { try { while (it.hasNext()) {",
        "      Integer x = it.next(); r = r * 3 + 60 / (x & 3); } done = true;",
        "    } catch (ArithmeticException | NullPointerException e) { Fx.add(r); } } return r + n; }",
        "  static int eachReturn(int a, int b) { for (Integer x : anyList(a)) { try { if (x > b) return x; } finally { Fx.add(x); } }",
        "    return b; }");
  }

  /** What most lists of a program are seen as: themselves, or what cannot be changed by itself. */
  private String seen() {
    return switch (kind) {
      case 0 -> "l == null || behind.size() > 6 ? l : Collections.unmodifiableList(l)";
      case 1 -> "l == null || behind.size() > 6 ? l : l.stream().toList()";
      default -> "l";
    };
  }

  private String altered() {
    return kind > 1 ? "s" : "s instanceof ArrayList ? s : behind";
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String a = value.apply(size);
    String two = "(" + a + ", " + value.apply(size) + ")";
    return switch (draft.below(22)) {
      case 0 -> "Base.eachSum(" + a + ")";
      case 1 -> "Base.eachStep" + two;
      case 2 -> "Base.eachNull(" + a + ")";
      case 3, 4 -> "Base.eachAltered" + two;
      case 5 -> "Base.eachAlteredAgain" + two;
      case 6 -> "Base.eachOfTwo" + two;
      case 7 -> "Base.eachOfItself" + two;
      case 8 -> "Base.eachFound" + two;
      case 9 -> "Base.eachLate" + two;
      case 10 -> "Base.eachTwice" + two;
      case 11 -> "Base.eachRemoved" + two;
      case 12 -> "Base.eachCaught" + two;
      case 13 -> on.get() + ".eachHandled(" + a + ")";
      case 14 -> on.get() + ".eachLocked(" + a + ")";
      case 15 -> on.get() + ".eachInLoop(" + a + ")";
      case 16 -> "Base.eachBox" + two;
      case 17 -> "Base.eachInlined" + two;
      case 18 -> "Base.eachChoice" + two;
      case 19 -> "Base.eachReturn" + two;
      case 20 -> "Base.eachPage" + two;
      case 21 -> "Base.eachRetried" + two;
      default -> "Base.eachStep" + two;
    };
  }
}
