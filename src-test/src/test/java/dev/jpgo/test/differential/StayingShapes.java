package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Small objects that stay in the method that makes them, or nearly so: they are kept, returned,
 * thrown, locked or compared on some ways, hold one another, meet in phis; their constructors throw
 * midway, let {@code this} out, or call what a subclass overrides.
 */
final class StayingShapes implements Shapes {
  private final Draft draft;

  StayingShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "record Spot(int x, int y) implements Comparable<Spot> {",
        "  @Override public int compareTo(Spot o) { return x != o.x ? Integer.compare(x, o.x)",
        "    : Integer.compare(y, o.y); } Spot moved(int d) { return new Spot(x + d, y - d); } }",
        "class Tally { int n; byte b; short s; char c; boolean z; long l; float f; double d;",
        "  Object o; Tally other; Tally() { } Tally(int n) { this.n = n; z = n > 3; }",
        "  void up(int k) { n += k; b += k * 50; s += k * 9000; c += k * 7; z ^= k > 2; l += n;",
        "    f += k / 2f; d -= f; } int all() { return n + b * 3 + s * 5 + c + (z ? 1 : 2) + (int) l",
        "    + (int) f + (int) d; } }",
        "final class Taller extends Tally { final int extra; Taller(int n, int e) { super(n - e);",
        "    extra = e == 0 ? n : e; this.n += extra; } @Override int all() {",
        "    return super.all() * 2 + extra; } }",
        "final class Midway { int a = 7; int b; Object o;",
        "  Midway(int k) { a += k; if (k == 3) throw new IllegalArgumentException(\"mid\" + a);",
        "    b = 60 / k; o = k == 5 ? \"five\" : null; if (k == 6) Fx.keep(this); } }",
        "class Calling { int k; Calling(int k) { this.k = k; init(); } void init() { k++; } }",
        "final class Called extends Calling { int m = 4; Called(int k) { super(k); m += k; }",
        "  @Override void init() { m = 9; k += 2; } }",
        "final class Shared { final int k; int v;",
        "  Shared(int k, int v) { this.k = k; this.v = v; } static int keep(Shared s) {",
        "    s.v += 3; return Fx.keep(s); }",
        "  int sum() { return k * 5 + v; } }",
        "final class Fixed { final int k; final long w;",
        "  final Object o; Fixed(int k, long w, Object o) { this.k = k; this.w = w - k; this.o = o; }",
        "  static int keep(Fixed f) { return Fx.keep(f) + f.k; }",
        "  static Fixed kept() { return Fx.kept instanceof Fixed f ? f : null; }",
        "  boolean odd() { return (k & 1) != 0; } }",
        "final class LazyTally { static int base = Fx.initialized(\"LazyTally\"); int k;",
        "  LazyTally(int k) { this.k = k + base; } }",
        "final class Steps implements Iterator<Spot> { final int end; private int at; Spot spot;",
        "  Steps(int end) { this.end = end; } @Override public boolean hasNext() { return at < end; }",
        "  @Override public Spot next() { if (at == 5) throw new NoSuchElementException();",
        "    spot = new Spot(at++, end); return spot; } }",
        "final class Latch { int n; final Object lock = new Object(); Latch next;",
        "  Latch(int n) { this.n = n; } synchronized int up(int k) { if (k == 3) throw new",
        "    IllegalStateException(\"up\" + n); n += 12 / k; return n; }",
        "  synchronized int twice(int k) { return up(k) + up(k + 1) + (Thread.holdsLock(this) ? 1 : 0); }",
        "  int inside(int k) { synchronized (lock) { n += k; return n; } }",
        "  synchronized int keep() { return Fx.keep(this) + n; } }",
        "final class Woe extends RuntimeException { final int k; Woe(int k) {",
        "    super(null, null, false, false); this.k = k; } }");
  }

  @Override
  public List<String> members() {
    int odd = draft.below(8);
    return List.of(
        "  static int spots(int a, int b) { Spot p = new Spot(a, b), q = new Spot(b, a);",
        "    return p.compareTo(q) * 7 + p.moved(3).moved(q.x()).y() + (p == q ? 50 : 0)",
        "      + (q != null ? 3 : 0); }",
        "  static int spotSearch(int k) { Comparable<Spot> c = new Spot(k, k & 3); int r = 0;",
        "    for (int i = 0; i < 4; i++) { int o = c.compareTo(new Spot(i, k)); r = r * 3 + o;",
        "      if (o == 0) break; } return r + c.hashCode(); }",
        "  static int tallied(int k) { Tally t = new Tally(); for (int i = 0; i < (k & 7); i++) {",
        "    t.up(i ^ k); if ((t.n & 7) == " + odd + ") t.o = t.c > 40 ? \"o\" : null; }",
        "    return t.all() + (t.o == null ? 0 : t.o.hashCode()); }",
        "  static int taller(int n, int e) { Tally t = new Taller(n, e & 1); t.up(n);",
        "    if (t instanceof Taller x) e += x.extra; Object o = t; return t.all() + e",
        "      + (o instanceof Comparable ? 1 : 2) + ((Tally) o).n; }",
        "  static int linked(int k) { Tally a = new Tally(k), b = new Tally(k + 1); a.other = b;",
        "    b.other = k > 4 ? a : null; a.other.up(3); b.n += a.n;",
        "    return a.all() + b.all() + (b.other == a ? 1 : 2); }",
        "  static int midway(int k) { int r = 1; Midway m = null; try { m = new Midway(k); r += m.a;",
        "      m.a = 100 / (k - 1); r += m.b; } catch (IllegalArgumentException e) { Fx.thrown(e); r = 2; }",
        "    catch (ArithmeticException e) { return m == null ? -1 : m.a + m.b; }",
        "    finally { r += 4; } return r + (m == null ? 0 : m.a) + (Fx.kept == m ? 9 : 0); }",
        "  int handled2(int k) { Tally t = new Tally(k); try { t.n = 3; t.n += 20 / k; t.b = (byte) (k * 99);",
        "      t.n += cached(k); t.d = t.n; t.up(array[k & 7]); } catch (RuntimeException e) { Fx.thrown(e);",
        "      t.n += 1000; t.l = t.b; } finally { t.up(1); } return t.all(); }",
        "  static int calling(int k) { Calling c = (k & 1) == 0 ? new Called(k) : new Calling(k);",
        "    Called d = new Called(k); return c.k + d.k * d.m; }",
        "  static int sharing(int k) { int r = 0; Shared s = new Shared(k, 1); for (int i = 0; i < 3; i++) {",
        "    if ((k & 7) == " + odd + ") r += Shared.keep(s); r = r * 3 + s.sum();",
        "    if (i == (k & 3)) s.v++; if ((k & 15) == 9) s = new Shared(i, k); } return r + s.sum(); }",
        "  int fixing(int k) { int r = 0; for (int i = 0; i < 3; i++) { Fixed f = new Fixed(k + i, i, name);",
        "    if ((f.k & 7) == " + odd + ") { r += Fixed.keep(f); r += f.odd() ? 1 : 2; }",
        "    r += (int) f.w; try { if (f.odd()) r += cached(k); } catch (RuntimeException e) {",
        "      Fx.thrown(e); r += Fixed.keep(f); } if (f.o != null && k == 6) r += Fixed.keep(f); }",
        "    return r + Fx.same; }",
        "  Fixed fixed(int k) { Fixed f = new Fixed(k, 3L * k, this); if (f.odd()) return f;",
        "    if (k == 4) throw new Woe((int) f.w); return k > 4 ? Fixed.kept() : null; }",
        "  int fixedOnes(int k) { try { Fixed f = fixed(k); return f == null ? 1 : f.o == this ? f.k : 2; }",
        "    catch (Woe w) { return w.k; } }",
        "  static int woes(int k) { Woe w = new Woe(k); try { if (k > 5) throw w; return w.k; }",
        "    catch (Woe e) { return e == w ? 7 : 8; } }",
        "  static int lockedTally(int k) { Tally t = new Tally(k); synchronized (t) { t.up(2);",
        "    return t.all() + (Thread.holdsLock(t) ? 1 : 0); } }",
        "  static int lockedAlone(int k) { int r = 0; Latch g = new Latch(k); for (int i = 1; i < 4; i++) {",
        "    try { r = r * 3 + g.up(k - i); synchronized (g) { r += g.inside(i); } }",
        "    catch (ArithmeticException e) { r += g.n; } catch (IllegalStateException e) { Fx.thrown(e); r--; }",
        "    } return r; }",
        "  static int lockedApart(int k) { int r = 0; for (int i = 0; i < 4; i++) { Latch g = new Latch(i);",
        "    if ((k & 3) == i) r += g.keep(); else { synchronized (g) { r += g.n++; } r += g.inside(k); } }",
        "    return r + Fx.same; }",
        "  static Latch lastLocked(int k) { Latch g = new Latch(k), last = null; for (int i = 4; i < 7; i++) {",
        "    g.up(i); g.next = last; if (k == i) return g; if ((k & 8) != 0) { last = g; g = new Latch(i); } }",
        "    synchronized (g) { if (k == 9) Fx.keep(g); } return last; }",
        "  static int lockedChain(int k) { Latch g = lastLocked(k); Latch o = new Latch(k); o.next = g; try {",
        "    return o.twice(k) + (g == null ? 0 : g.n + o.next.inside(2)); }",
        "    catch (ArithmeticException | IllegalStateException e) { return o.n + (Thread.holdsLock(o) ? 5 : 6); } }",
        "  static int lazyTally(int k) { return k > 4 ? new LazyTally(k).k : k; }",
        "  static int stepping(int k) { int s = 0; Steps it = new Steps(k & 7); try {",
        "    while (it.hasNext()) { Spot p = it.next(); s = s * 3 + p.x() + p.y(); } }",
        "    catch (NoSuchElementException e) { s += it.spot.x(); } return s; }",
        "  static int caught(int k, int[] all) { Tally t = new Tally(k); int r = 0; for (int i = 0; i < 3; i++) {",
        "    try { t.n = i; t.b = (byte) (t.b + all[(k + i) & 3]); t.n += 60 / (k - i); t.s += t.n; }",
        "    catch (ArithmeticException e) { r += t.n * 3 + t.b; t.n = 5; }",
        "    catch (RuntimeException e) { r += t.n * 7 + t.s; } finally { t.l += t.n + t.b; } }",
        "    return r + t.n + t.s + (int) t.l; }",
        "  int fixedRarely(int k) { Fixed f = new Fixed(k, k, this); int r = 0;",
        "    for (int i = 0; i < 4; i++) { if (((k + i) & 7) == "
            + odd
            + ") { r += Fixed.keep(f); }",
        "      r = r * 3 + f.k + (int) f.w; } return f.o == this ? r : -r; }",
        "  static Fixed lastFixed(int k) { Fixed f = new Fixed(k, 2, null); int r = f.k + (int) f.w;",
        "    if ((r & 7) == "
            + odd
            + ") return f; try { if (k == 5) throw new Woe(r); r = 100 / (k - 1); }",
        "    catch (ArithmeticException | Woe e) { Fixed.keep(f); Fixed.keep(f); return f.odd() ? f : null; }",
        "    return Fixed.kept(); }",
        "  static int lastFixedOnes(int k) { Fixed f = lastFixed(k); Fixed.keep(f == null ? new Fixed(9, 9, null) : f);",
        "    return Fx.same + (f == null ? 0 : f.k) + (f == Fixed.kept() ? 1 : 0); }",
        "  static int swapped(int k) { Tally a = new Tally(k), b = new Tally(2); for (int i = 0; i < (k & 3); i++) {",
        "    Tally c = a; a = b; b = c; a.n += 5; } return a.all() * 3 + b.all(); }",
        "  static int chosenTally(int k) { Tally t; if (k > 3) { t = new Tally(k); t.up(1); }",
        "    else { t = new Tally(); t.l = k; } t.n++; return t.all(); }",
        "  int optional(int k) { return Optional.of(k + 1).map(x -> x * i0).filter(x -> x > 3).orElse(-k)",
        "    + new AbstractMap.SimpleEntry<>(k, name).getKey(); }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    return switch (draft.below(28)) {
      case 0 -> "Base.spots(" + arg + ", " + value.apply(size) + ")";
      case 1 -> "Base.spotSearch(" + arg + ")";
      case 2 -> "Base.tallied(" + arg + ")";
      case 3 -> "Base.taller(" + arg + ", " + value.apply(size) + ")";
      case 4 -> "Base.linked(" + arg + ")";
      case 5 -> "Base.midway(" + arg + " & 7)";
      case 6 -> on.get() + ".handled2(" + arg + " & 3)";
      case 7 -> "Base.calling(" + arg + ")";
      case 8, 9 -> "Base.sharing(" + arg + ")";
      case 10, 11 -> on.get() + ".fixing(" + arg + " & 15)";
      case 12 -> on.get() + ".fixedOnes(" + arg + " & 7)";
      case 13 -> "Base.woes(" + arg + ")";
      case 14 -> "Base.lockedTally(" + arg + ")";
      case 15 -> "Base.lazyTally(" + arg + " & 7)";
      case 16 -> "Base.stepping(" + arg + ")";
      case 17 -> "Base.swapped(" + arg + ")";
      case 18 -> "Base.chosenTally(" + arg + ")";
      case 19 -> on.get() + ".optional(" + arg + ")";
      case 20 -> "Base.caught(" + arg + " & 7, " + on.get() + ".array)";
      case 21, 22 -> on.get() + ".fixedRarely(" + arg + ")";
      case 23 -> "Base.lastFixedOnes(" + arg + " & 15)";
      case 24 -> "Base.lockedAlone(" + arg + " & 7)";
      case 25 -> "Base.lockedApart(" + arg + ")";
      case 26 -> "Base.lockedChain(" + arg + " & 15)";
      default ->
          "new Spot(" + arg + ", " + value.apply(size) + ").compareTo(new Spot(3, " + arg + "))";
    };
  }
}
