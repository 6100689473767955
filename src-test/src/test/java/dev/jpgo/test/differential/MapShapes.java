package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Maps of several kinds that are asked by boxes: with values that are null, keys that collide or
 * only look like those asked for, changes in between, in loops, handlers and locks.
 */
final class MapShapes implements Shapes {
  private final Draft draft;

  MapShapes(Draft draft) {
    this.draft = draft;
  }

  /** In some programs no class below a HashMap overrides all that is asked. */
  @Override
  public List<String> types() {
    String get =
        draft.oneIn(4)
            ? "  @Override public Integer get(Object k) { Fx.add(\"get\"); return super.get(k); }"
            : "  Integer got(Object k) { Fx.add(\"got\"); return super.get(k); }";
    String contains =
        draft.oneIn(4)
            ? "  @Override public boolean containsKey(Object k) { Fx.add(\"has\" + k); return size() > 3; } }"
            : "  @Override public int size() { Fx.add(\"size\"); return super.size(); } }";
    return List.of(
        "final class AskMap extends HashMap<Object, Integer> {",
        get,
        contains,
        "final class LinkMap extends LinkedHashMap<Object, Integer> { LinkMap() { super(4, 0.5f, true); }",
        "  @Override public Integer getOrDefault(Object k, Integer v) { Fx.add(\"link\"); return v; } }",
        "final class NearKey { int v; NearKey(int v) { this.v = v; }",
        "  @Override public int hashCode() { return v; }",
        "  @Override public boolean equals(Object o) { Fx.add(\"near\" + v); return o instanceof NearKey n && n.v == v; } }");
  }

  @Override
  public List<String> members() {
    int place = 1 << (draft.below(12) + 8);
    return List.of(
        "  static Map<Object, Integer> anyMap(int k) { Map<Object, Integer> m = (k & 63) == 9 ? new LinkedHashMap<>()",
        "      : (k & 63) == 17 ? new AskMap() : (k & 63) == 33 ? null : (k & 63) == 11 ? new LinkMap() : new HashMap<>(k & 7);",
        "    for (int i = 0; m != null && i < (k & 15); i++) { m.put((k & 16) == 0 ? i : i * "
            + place
            + ", (k & 127) == 5 ? null : i * k);",
        "      if ((k & 32) != 0) { m.put((long) i, -i); m.put(new NearKey(i * "
            + place
            + "), i); } }",
        "    return m; }",
        "  static int boxGot(int a, int b) { Integer v = anyMap(a).get(b); return v == null ? -1 : v; }",
        "  static int boxElse(int a, int b) { return anyMap(a).getOrDefault(b & 7, b); }",
        "  static int boxHas(int a, int b) { Map<Object, Integer> m = anyMap(a); int r = 0;",
        "    for (int i = -1; i < 4; i++) if (m.containsKey((b & 7) * i)) r = r * 3 + i; return r; }",
        "  static int boxByBox(int a, int b) { Integer k = (b & 15) == 3 ? null : b & 15; try {",
        "    Integer v = anyMap(a).get(k); return v == null ? 7 : v + k; }",
        "    catch (NullPointerException e) { Fx.thrown(e); return 9; } }",
        "  static int boxCounted(int a, int b) { Map<Object, Integer> m = anyMap(a); if (m == null) return 3;",
        "    for (int i = 0; i < (b & 31); i++) { int k = i * b & 7; m.put(k, m.getOrDefault(k, 0) == null ? 1",
        "      : m.getOrDefault(k, 0) + 1); } int r = 0; for (int i = 0; i < 8; i++) { Integer v = m.get(i);",
        "      r = r * 5 + (v == null ? 2 : v); } return r + m.size(); }",
        "  static int boxChanged(int a, int b) { Map<Object, Integer> m = anyMap(a); int r = 0; try {",
        "    for (Object k : m.keySet()) { m.put(k, b); Integer v = m.get(b & 7); r = r * 3 + (v == null ? 1 : v);",
        "      if (r > 90) m.remove(b & 3); if (r == 7) m.put(r + b, r); } }",
        "    catch (ConcurrentModificationException e) { Fx.thrown(e); } return r; }",
        "  static int boxKept(int a, int b) { Integer k = b; Map<Object, Integer> m = anyMap(a), n = new HashMap<>();",
        "    Integer v = m.get(k); n.put(k, v); for (Object o : n.keySet()) if (o != k) return -7;",
        "    return n.get(b) == v ? 1 : 0; }",
        "  static int boxLong(int a, int b) { Map<Object, Integer> m = anyMap(a); long k = b & 7; Integer v = m.get(k);",
        "    Integer w = m.get((int) k); return (v == null ? 5 : v) * 31 + (w == null ? 3 : w); }",
        "  static int boxNear(int a, int b) { Map<Object, Integer> m = new HashMap<>(); int r = 0;",
        "    for (int i = 0; i < (a & 31); i++) { m.put(new NearKey(i << 20), i); if ((i & 1) == (b & 1)) m.put(i << 20, -i);",
        "      Integer v = m.get((b & 15) << 20); r = r * 3 + (v == null ? 1 : v) + (m.containsKey(i << 20) ? 1 : 0); }",
        "    return r; }",
        "  int boxLocked(int a, int b) { int r = 0; Map<Object, Integer> m = anyMap(a); synchronized (this) { synchronized (m) {",
        "    for (int i = 0; i < 5; i++) { Integer v = m.get(i + (b & 3)); if (v == null) continue; r += v + i0; i0 = r & 7; } } }",
        "    return r; }",
        "  static Integer askedOf(Map<Object, Integer> m, int k) { return m.get(k); }",
        "  static int boxInlined(int a, int b) { Integer v = askedOf(anyMap(a), b), w = askedOf(anyMap(b), a & 7);",
        "    return (v == null ? 1 : v) - (w == null ? 2 : w); }",
        "  static int boxHash(int a, int b) { HashMap<Integer, String> m = new HashMap<>(); m.put(a, \"a\");",
        "    m.put(a ^ b << 16, \"b\"); m.put(b, null); String v = m.get(b), w = m.getOrDefault(a, \"w\");",
        "    return (v == null ? 1 : v.length() + 2) * 3 + w.length() + (m.containsKey(a + b) ? 9 : 0); }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String two = "(" + value.apply(size) + ", " + value.apply(size) + ")";
    return switch (draft.below(13)) {
      case 0 -> "Base.boxGot" + two;
      case 1 -> "Base.boxElse" + two;
      case 2 -> "Base.boxHas" + two;
      case 3 -> "Base.boxByBox" + two;
      case 4 -> "Base.boxCounted" + two;
      case 5 -> "Base.boxChanged" + two;
      case 6 -> "Base.boxKept" + two;
      case 7 -> "Base.boxLong" + two;
      case 8 -> "Base.boxNear" + two;
      case 9 -> on.get() + ".boxLocked" + two;
      case 10 -> "Base.boxInlined" + two;
      case 11 -> "Base.boxHash" + two;
      default -> "Base.boxGot" + two;
    };
  }
}
