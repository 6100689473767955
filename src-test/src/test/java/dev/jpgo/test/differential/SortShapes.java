package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Sorts of lists, arrays and streams by comparators of functions that compute, throw, or have
 * effects, with elements of several classes, and elements and keys that are null.
 */
final class SortShapes implements Shapes {
  private final Draft draft;

  SortShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "record Row1(int a, long b, Integer c, double d, boolean e) {",
        "  int part() { return 1000 / a; } int mixed(int k) { return a * k ^ (int) b; } }",
        "class Cell1 { int v; Cell1 other; Cell1(int v) { this.v = v; } int v() { return v; }",
        "  int deep() { return other.v; } int noted() { Fx.add(v); return v & 7; } }",
        "class Cell2 extends Cell1 { Cell2(int v) { super(v); } int v() { Fx.add(\"c\" + v); return -v; } }");
  }

  @Override
  public List<String> members() {
    int odd = draft.below(13);
    return List.of(
        "  static Row1 row(int k, int i) { int h = (k + i) * 0x9e3779b1; return new Row1(h >> (k & 31) | (k & 1),",
        "    (long) h << (k & 63), (k & 127) == 9 && i == 7 ? null : (Integer) (h & 3), (h >> 9) / (double) (h & 3), (h & 8) == 0); }",
        "  static List<Row1> rows(int k) { int n = (k & 15) == 3 ? 40 : 5 + (k >> 4 & 15);",
        "    List<Row1> l = (k & 63) == 17 ? new LinkedList<>() : new ArrayList<>();",
        "    for (int i = 0; i < n; i++) l.add((k & 127) == 33 && i == 3 ? null : row(k, i)); return l; }",
        "  static List<Cell1> cells(int k) { List<Cell1> l = new ArrayList<>(); for (int i = 0; i < 12; i++) {",
        "    Cell1 c = (k & 31) == 5 && i == 9 ? new Cell2(i) : new Cell1((i * 7 + k) % 12);",
        "    c.other = (k & 63) == 21 && i == 4 ? null : c; l.add(c); } return l; }",
        "  static int told(List<?> l) { int r = 1; for (Object o : l) r = r * 31 + (o instanceof Cell1 c ? c.v : o == null ? 7 : o.hashCode());",
        "    Fx.add(r); return r; }",
        "  static int sortInt(int k) { List<Row1> l = rows(k); l.sort(Comparator.comparingInt(Row1::a)); return told(l); }",
        "  static int sortTwo(int k) { List<Row1> l = rows(k); try {",
        "    l.sort(Comparator.comparing(Row1::c).reversed().thenComparing(Row1::e).thenComparingDouble(Row1::d)); }",
        "    catch (NullPointerException e) { Fx.thrown(e); } return told(l); }",
        "  static int sortLong(int a, int b) { List<Row1> l = rows(a); Collections.sort(l, Collections.reverseOrder(",
        "    Comparator.comparingLong(Row1::b).thenComparing(Comparator.comparingInt((Row1 r) -> r.mixed(b)).reversed()))); return told(l); }",
        "  static int sortPart(int k) { List<Row1> l = rows(k); try { l.sort(Comparator.comparing(Row1::part)); }",
        "    catch (ArithmeticException | NullPointerException e) { Fx.thrown(e); } return told(l); }",
        "  static int sortArray(int k) { Row1[] l = rows(k).toArray(new Row1[0]);",
        "    Arrays.sort(l, Comparator.comparing(Row1::d).thenComparing(r -> r.a() & "
            + odd
            + ")); return told(Arrays.asList(l)); }",
        "  static int sortCells(int k) { List<Cell1> l = cells(k); l.sort(Comparator.comparingInt(Cell1::v)); return told(l); }",
        "  static int sortDeep(int k) { List<Cell1> l = cells(k); try { l.sort(Comparator.comparing(c -> c.deep() % 5)); }",
        "    catch (NullPointerException e) { Fx.thrown(e); } return told(l); }",
        "  static int sortNoted(int k) { List<Cell1> l = cells(k); l.sort(Comparator.comparingInt(Cell1::noted)); return told(l); }",
        "  static int sortStream(int a, int b) { return rows(a).stream().sorted(Comparator.comparing(Row1::e).thenComparingInt(Row1::a))",
        "    .filter(r -> { Fx.add(r.a()); return r.e(); }).limit(b & 7).mapToInt(r -> { if (r.a() == "
            + odd
            + ") throw new Oops(b); return r.a(); }).sum(); }",
        "  static int sortFirst(int a, int b) { List<Row1> l = rows(a); return l.stream().sorted(Comparator.comparing(Row1::a).reversed())",
        "    .peek(r -> { Fx.add(l.size()); if ((b & 3) == 1) l.clear(); }).map(Row1::b).findFirst().map(x -> x.intValue()).orElse(b); }",
        "  static int sortKept(int a, int b) { List<Row1> l = rows(a); var s = l.stream().sorted(Comparator.comparingInt(Row1::a));",
        "    if ((b & 1) == 0) l.remove(0); return told(s.collect(java.util.stream.Collectors.toList())); }",
        "  static int sortGrows(int a, int b) { List<Row1> l = rows(a); Iterator<Row1> it = l.iterator(); it.next();",
        "    l.sort(Comparator.comparingLong(Row1::b)); try { return it.next().a(); } catch (ConcurrentModificationException e) { return b; } }",
        "  int sortOwn(int k) { List<Row1> l = rows(k); l.sort(Comparator.comparingInt(r -> r.a() ^ i0)); i0 ^= 3; return told(l); }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String a = value.apply(size);
    String two = "(" + a + ", " + value.apply(size) + ")";
    return switch (draft.below(14)) {
      case 0 -> "Base.sortInt(" + a + ")";
      case 1 -> "Base.sortTwo(" + a + ")";
      case 2 -> "Base.sortLong" + two;
      case 3 -> "Base.sortPart(" + a + ")";
      case 4 -> "Base.sortArray(" + a + ")";
      case 5 -> "Base.sortCells(" + a + ")";
      case 6 -> "Base.sortDeep(" + a + ")";
      case 7 -> "Base.sortNoted(" + a + ")";
      case 8 -> "Base.sortStream" + two;
      case 9 -> "Base.sortFirst" + two;
      case 10 -> "Base.sortKept" + two;
      case 11 -> "Base.sortGrows" + two;
      default -> on.get() + ".sortOwn(" + a + ")";
    };
  }
}
