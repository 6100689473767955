package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes a Java program from a seed: a hierarchy of small classes with getters, overrides,
 * defaults, random statements, and {@link Shapes}. Every program ends (calls burn fuel, loops are
 * bounded) and reports all it does through {@code Fx}. Equal seeds give equal text.
 */
final class ProgramGenerator {
  private static final String[] RETURNED = {"int", "long", "double", "boolean", "String", "float"};

  /** One in so many programs is large and has all that its shapes offer, used or not. */
  private static final int LARGE = 24;

  private final Draft draft;
  private final ShapeUnits units = new ShapeUnits();
  private final Expressions expressions;
  private final Statements statements;
  private final List<Expressions.Callable> overridable = new ArrayList<>();
  private final int classes;
  private final boolean large;

  private ProgramGenerator(long seed) {
    draft = new Draft(seed);
    large = draft.oneIn(LARGE);
    classes = large ? 2 + draft.below(4) : 2 + draft.below(2);
    ProgramShapes inlining = new ProgramShapes(draft);
    List<Shapes> others = new ArrayList<>();
    for (Shapes each :
        List.of(
            new ValueShapes(draft),
            new ObjectShapes(draft),
            new ThreadShapes(draft),
            new BoxShapes(draft),
            new CountingShapes(draft),
            new BulkShapes(draft),
            new StayingShapes(draft),
            new FunctionShapes(draft),
            new StreamShapes(draft),
            new HandleShapes(draft),
            new ListShapes(draft),
            new SortShapes(draft),
            new MapShapes(draft))) {
      if (draft.oneIn(2)) {
        others.add(each);
        add(each);
      }
    }
    add(inlining);
    addBasics();
    expressions = new Expressions(draft, classes, inlining, others);
    statements = new Statements(draft, expressions, inlining, large ? 25 : 8);
  }

  private void add(Shapes shapes) {
    units.addTypes(shapes.types());
    units.addMembers(shapes.members());
  }

  /** Name of the package of a seed's program; its main class is {@code Main}. */
  static String packageName(long seed) {
    return "fuzz.p" + seed;
  }

  /** The program's source, one compilation unit. */
  static String generate(long seed) {
    return new ProgramGenerator(seed).program(packageName(seed));
  }

  private String program(String packageName) {
    base();
    String base = draft.take();
    for (int i = 0; i < classes; i++) {
      subclass(i);
    }
    main();
    String others = draft.take();
    ShapeUnits.Used used = large ? units.all() : units.usedBy(base + others);
    draft.line("package " + packageName + ";");
    draft.line("import java.lang.invoke.*;");
    draft.line("import java.nio.ByteOrder;");
    draft.line("import java.util.*;");
    draft.line("import java.util.function.*;");
    draft.line("import java.util.stream.*;");
    effects();
    draft.lines(used.types());
    return draft.take() + base + String.join("\n", used.members()) + "\n}\n" + others;
  }

  private void effects() {
    draft.lines(
        List.of(
            "final class Fx {",
            "  static UnaryOperator<StackTraceElement[]> frames; static Runnable tick;",
            "  static long digest; static int fuel; static int threads; static boolean traces;",
            "  static final StringBuilder words = new StringBuilder();",
            "  static void add(Object o) {",
            "    String text = String.valueOf(o); digest = digest * 31 + text.hashCode();",
            "    if (words.length() < 4000) words.append(text).append(' ');",
            "    if (tick != null) tick.run(); }",
            "  static void thrown(Throwable e) { add(e.getClass().getName()); add(message(e));",
            "    for (Throwable s : e.getSuppressed()) thrown(s);",
            "    if (e.getCause() != null) thrown(e.getCause());",
            "    StackTraceElement[] trace = e.getStackTrace();",
            "    if (frames != null) trace = frames.apply(trace);",
            "    int frame = 0; if (traces) for (StackTraceElement f : trace) {",
            "      if (!f.getClassName().startsWith(\"fuzz.\") || frame++ > 9) continue;",
            "      String type = f.getClassName().substring(f.getClassName().lastIndexOf('.'));",
            "      add(type + '.' + f.getMethodName() + ':' + f.getLineNumber()); }",
            "    add(frame); }",
            "  static String message(Throwable e) {",
            "    if (e instanceof NullPointerException) return \"\";",
            "    String text = String.valueOf(e.getMessage()); int loader = text.indexOf(\" (\");",
            "    return loader < 0 ? text : text.substring(0, loader); }",
            "  static Object kept; static int same;",
            "  static int keep(Object o) { if (kept == o) same++; kept = o; return same; }",
            "  static void burn() { if (--fuel < 0) throw new Spent(); }",
            "  static int initialized(String name) { add(name); return name.length(); }",
            "}",
            "class Spent extends Error { }"));
  }

  /** What each program's hierarchy starts from, apart from shapes. */
  private void addBasics() {
    units.addTypes(
        List.of(
            "class Oops extends RuntimeException { final int code;",
            "  Oops(int code) { super(\"oops\" + code); this.code = code; } }",
            "class Worse extends Oops { Worse(int code) { super(code - 1); } }",
            "class Fault extends Exception { final int code;",
            "  Fault(int code) { super(\"fault\" + code); this.code = code; } }",
            "record Pair(int a, long b, String c) { int sum() { return a + (int) b; } }"));
    units.addMembers(
        List.of(
            "  static int count = Fx.initialized(\"Base\");",
            "  private int i0 = 3;",
            "  protected long l0 = 5;",
            "  double d0 = 1.5;",
            "  private Base next;",
            "  int[] array = new int[4];",
            "  private final String name;",
            "  String s0 = \"s\";",
            "  private int f0 = " + draft.below(9) + ";",
            "  private long f1 = " + draft.below(9) + ";",
            "  int getF0() { return f0; }",
            "  long getF1() { return f1; }",
            "  void setF0(int v) { f0 = v; }",
            "  String name() { return name; }",
            "  Base next() { return next; }",
            "  Base link(Base n) { next = n; return this; }",
            "  int i0() { return i0; }",
            "  static boolean pick(int v) { return (v & 3) == 1; }"));
  }

  private void base() {
    draft.lines(
        List.of(
            "abstract class Base implements Shape {",
            "  Base(String name) { this.name = name; count++; }",
            "  @Override public String toString() { return getClass().getSimpleName() + i0 + s0; }",
            "  void i0(int v) { i0 = v; }",
            "  public int size() { return i0 & 15; }",
            "  abstract int work(int a, long b);"));
    methods(large ? 2 : 1, false);
  }

  private void subclass(int index) {
    String parent = index > 0 && draft.oneIn(3) ? "C" + draft.below(index) : "Base";
    String also = draft.oneIn(3) ? " implements Tall" : "";
    draft.line("class C" + index + " extends " + parent + also + " {");
    if (draft.coin()) {
      draft.line("  static final int INIT = Fx.initialized(\"C" + index + "\");");
    }
    draft.line("  private int own = " + draft.below(100) + ";");
    draft.line("  C" + index + "(String n) { super(n + " + index + "); own += count; }");
    if (draft.coin()) {
      draft.line("  @Override public int size() { return own % 7 + super.size(); }");
    }
    if (draft.oneIn(3)) {
      draft.line("  @Override public String tag() { return \"c" + index + "\" + own; }");
    }
    if (draft.oneIn(3)) {
      draft.line("  @Override Base next() { own++; return super.next(); }");
    }
    method("@Override int work", "int", false);
    for (Expressions.Callable each : overridable) {
      if (draft.coin()) {
        method("@Override " + each.type() + " " + each.name(), each.type(), false);
      }
    }
    draft.line("}");
  }

  /** Methods of random content at the root or, static, in the main class. */
  private void methods(int count, boolean isStatic) {
    for (int i = 0; i < count; i++) {
      String type = draft.pick(RETURNED);
      String name = draft.name("m");
      String modifiers =
          (isStatic ? "static " : draft.oneIn(4) ? "final " : "")
              + (draft.oneIn(8) ? "synchronized " : "");
      if (!isStatic && !modifiers.startsWith("final")) {
        overridable.add(new Expressions.Callable("", name, type));
      }
      method(modifiers + type + " " + name, type, isStatic);
      expressions.add(new Expressions.Callable(isStatic ? "Main" : "", name, type));
    }
  }

  private void method(String head, String returns, boolean isStatic) {
    Scope scope = new Scope(isStatic);
    scope.declare("int", "a");
    scope.declare("long", "b");
    draft.line("  " + head + "(int a, long b) {");
    draft.line("    Fx.burn();");
    statements.body(scope);
    draft.line("    return " + expressions.of(returns, scope, 2) + ";");
    draft.line("  }");
  }

  private void main() {
    // Not in the main class: to verify that would load the last class before anything runs.
    draft.line("final class LazyMaker { static Base make() {");
    draft.line("  return new C" + (classes - 1) + "(\"l\"); } }");
    draft.line("public final class Main {");
    draft.line("  static Base make(int k) { switch (k % " + (classes + 1) + ") {");
    for (int i = 1; i < classes - 1; i++) {
      draft.line("    case " + i + ": return new C" + i + "(\"m\");");
    }
    draft.line("    case " + (classes - 1) + ": return LazyMaker.make();");
    draft.line("    default: return new C0(\"z\"); } }");
    methods(draft.below(2) + (large ? 2 : 0), true);
    Scope scope = new Scope(true);
    scope.declareFinal("int", "r");
    scope.declareFinal("Base", "b");
    draft.lines(
        List.of(
            "  public static String run(int rounds, boolean traces) {",
            "    Fx.traces = traces; Fx.digest = 7; Fx.words.setLength(0); Fx.threads = 3;",
            "    Fx.kept = null; Fx.same = 0;",
            "    Base.count = 0;",
            "    for (int r = 0; r < rounds; r++) {",
            "      Fx.fuel = 150; Base n = make(r).link(r % 4 == 0 ? null : make(r + 1));",
            "      Base b = make(r % 3 == 0 ? r : 0).link(n);",
            "      try {",
            "        Fx.add(b.work(r, r * 3L));",
            "        Fx.add(b.size() + b.twice()); Fx.add(b.tag());"));
    for (int i = 0; i < 2; i++) {
      draft.line("        Fx.add(" + expressions.of("int", scope, 2) + ");");
      draft.line("        Fx.add(" + expressions.of("boolean", scope, 2) + ");");
    }
    draft.line("        Fx.add(b.next().next().name()); Fx.add(b.next().next().getF0());");
    draft.line("      } catch (RuntimeException | LinkageError | Spent e) { Fx.thrown(e); }");
    for (int probe = 0; probe < 3; probe++) {
      draft.line("      try { b.i0(r); Fx.fuel = 60;");
      draft.line("        Fx.add(" + expressions.shape(scope, 1) + ");");
      draft.line("      } catch (RuntimeException | LinkageError | Spent e) { Fx.thrown(e); }");
    }
    draft.lines(List.of("    }", "    return Fx.words + \"#\" + Fx.digest;", "  }", "}"));
  }
}
