package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes a Java program from a seed: a hierarchy of small classes with getters, overrides,
 * defaults, loops, exceptions, monitors, arrays, strings, lambdas, records and initializers with
 * side effects. Every program ends (calls burn fuel, loops are bounded) and reports all it does
 * through {@code Fx}. Equal seeds give equal text.
 */
final class ProgramGenerator {
  private static final String[] TYPES = {
    "int", "long", "double", "boolean", "String", "Base", "Shape"
  };

  private final Random random;
  private final ProgramShapes shapes;
  private final StringBuilder out = new StringBuilder();
  private final int classes;
  private int depth;
  private int names;
  private int fields;
  private List<String[]> scope = new ArrayList<>();
  private boolean inStatic;
  private boolean inLoop;
  private int statements;

  private ProgramGenerator(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    classes = 2 + random.nextInt(4);
    shapes = new ProgramShapes(random);
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
    line("package " + packageName + ";");
    line("import java.util.*;");
    line("import java.util.function.*;");
    fx();
    shapes.types().forEach(this::line);
    line("record Pair(int a, long b, String c) { int sum() { return a + (int) b; } }");
    base();
    for (int i = 0; i < classes; i++) {
      subclass(i);
    }
    main();
    return out.toString();
  }

  private void fx() {
    line("final class Fx {");
    line("  static UnaryOperator<StackTraceElement[]> frames = t -> t;");
    line(
        "  static long digest; static int fuel; static final StringBuilder words = new StringBuilder();");
    line("  static void add(Object o) { digest = digest * 31 + String.valueOf(o).hashCode();");
    line("    if (words.length() < 4000) words.append(o).append(' '); }");
    line("  static boolean traces;");
    line("  static void thrown(RuntimeException e) { add(e.getClass().getName());");
    line("    if (!(e instanceof NullPointerException)) add(e.getMessage());");
    line("    if (traces) for (StackTraceElement f : frames.apply(e.getStackTrace())) {");
    line("      if (!f.getClassName().startsWith(\"fuzz.\")) continue;");
    line("      add(f.getMethodName()); add(f.getLineNumber()); } }");
    line("  static void burn() { if (--fuel < 0) throw new IllegalStateException(\"fuel\"); }");
    line("  static int initialized(String name) { add(name); return name.length(); }");
    line("}");
  }

  private void base() {
    fields = 2 + random.nextInt(3);
    line("abstract class Base implements Shape {");
    line("  static int count = Fx.initialized(\"Base\");");
    line(
        "  private int i0 = 3; protected long l0 = 5; double d0 = 1.5; private Base next; int[] array = new int[4];");
    line("  private final String name; String s0 = \"s\";");
    for (int i = 0; i < fields; i++) {
      line(
          "  private "
              + (i % 2 == 0 ? "int" : "long")
              + " f"
              + i
              + " = "
              + random.nextInt(9)
              + ";");
      line("  " + (i % 2 == 0 ? "int" : "long") + " getF" + i + "() { return f" + i + "; }");
      line("  void setF" + i + "(" + (i % 2 == 0 ? "int" : "long") + " v) { f" + i + " = v; }");
    }
    line("  Base(String name) { this.name = name; count++; }");
    line("  String name() { return name; }");
    line("  Base next() { return next; }");
    line("  Base link(Base n) { next = n; return this; }");
    line("  @Override public String toString() { return getClass().getSimpleName() + i0 + s0; }");
    line("  int i0() { return i0; }");
    line("  void i0(int v) { i0 = v; }");
    line("  public int size() { return i0 & 15; }");
    line("  abstract int work(int a, long b);");
    shapes.members().forEach(this::line);
    line("  static boolean pick(int v) { return (v & 3) == 1; }");
    methods(2, false);
    line("}");
  }

  private void subclass(int index) {
    String parent = index > 0 && random.nextInt(3) == 0 ? "C" + random.nextInt(index) : "Base";
    String also = random.nextInt(3) == 0 ? " implements Tall" : "";
    line("class C" + index + " extends " + parent + also + " {");
    if (random.nextBoolean()) {
      line("  static final int INIT = Fx.initialized(\"C" + index + "\");");
    }
    line("  private int own = " + random.nextInt(100) + ";");
    line("  C" + index + "(String n) { super(n + " + index + "); own += count; }");
    if (random.nextBoolean()) {
      line("  @Override public int size() { return own % 7 + super.size(); }");
    }
    if (random.nextInt(3) == 0) {
      line("  @Override public String tag() { return \"c" + index + "\" + own; }");
    }
    if (random.nextInt(3) == 0) {
      line("  @Override Base next() { own++; return super.next(); }");
    }
    line("  int own() { return own; }");
    method("@Override int", "work", "int a, long b", false, "int");
    methods(1 + random.nextInt(2), false);
    line("}");
  }

  private void methods(int count, boolean isStatic) {
    for (int i = 0; i < count; i++) {
      String[] types = {"int", "long", "double", "boolean", "String"};
      String type = types[random.nextInt(types.length)];
      String modifiers =
          (isStatic ? "static " : random.nextInt(4) == 0 ? "private " : "")
              + (random.nextInt(8) == 0 ? "synchronized " : "");
      method(modifiers + type, "m" + names++, "int a, long b", isStatic, type);
    }
  }

  private void method(
      String head, String name, String parameters, boolean isStatic, String returns) {
    boolean outerStatic = inStatic;
    inStatic = isStatic;
    scope = new ArrayList<>();
    for (String parameter : parameters.split(", ")) {
      scope.add(parameter.split(" "));
    }
    line("  " + head + " " + name + "(" + parameters + ") {");
    line("    Fx.burn();");
    statements = 0;
    block(2);
    line("    return " + expression(returns, 2) + ";");
    line("  }");
    inStatic = outerStatic;
  }

  private void main() {
    line("public final class Main {");
    line("  static Base make(int k) { switch (k % " + classes + ") {");
    for (int i = 1; i < classes; i++) {
      line("    case " + i + ": return new C" + i + "(\"m\");");
    }
    line("    default: return new C0(\"z\"); } }");
    methods(2 + random.nextInt(2), true);
    inStatic = true;
    scope = new ArrayList<>(List.of(new String[] {"int", "r"}, new String[] {"Base", "b"}));
    line("  public static String run(int rounds, boolean traces) {");
    line("    Fx.traces = traces; Fx.digest = 7; Fx.words.setLength(0); Base.count = 0;");
    line("    for (int r = 0; r < rounds; r++) {");
    line("      Fx.fuel = 400;");
    line(
        "      Base b = make(r % 3 == 0 ? r : 0).link(make(r).link(r % 4 == 0 ? null : make(r + 1)));");
    line("      try {");
    line("        Fx.add(b.work(r, r * 3L)); Fx.add(b.size() + b.twice()); Fx.add(b.tag());");
    for (int m = 0; m < 2; m++) {
      line(
          "        Fx.add("
              + expression("int", 2)
              + "); Fx.add("
              + expression("boolean", 2)
              + ");");
    }
    line("        Fx.add(b.next().next().name()); Fx.add(b.next().next().getF0());");
    line("      } catch (RuntimeException e) { Fx.thrown(e);");
    line("      } catch (StackOverflowError e) { Fx.add(\"overflow\"); }");
    for (int probe = 0; probe < 6; probe++) {
      line("      try { b.i0(r); Fx.fuel = 100;");
      line("        Fx.add(" + shapes.intExpression(() -> "b", size -> "r", 1) + ");");
      line("      } catch (RuntimeException e) { Fx.thrown(e); }");
    }
    line("    }");
    line("    return Fx.digest + \" \" + Fx.words;");
    line("  }");
    line("}");
  }

  // --- statements

  private void block(int budget) {
    int size = scope.size();
    depth++;
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count && statements < 25; i++) {
      statements++;
      statement(budget);
    }
    depth--;
    while (scope.size() > size) {
      scope.remove(scope.size() - 1);
    }
  }

  private void statement(int budget) {
    int choice = random.nextInt(budget > 0 ? 17 : 7);
    switch (choice) {
      case 0, 1 -> declare();
      case 2, 3 -> assign();
      case 4 -> line("Fx.add(" + expression(type(), 2) + ");");
      case 5 -> heap();
      case 6 -> {
        if (inLoop && random.nextBoolean()) {
          line(
              "if ("
                  + expression("boolean", 1)
                  + ") "
                  + (random.nextBoolean() ? "break;" : "continue;"));
        } else {
          assign();
        }
      }
      case 7, 8 -> {
        line("if (" + expression("boolean", 2) + ") {");
        block(budget - 1);
        if (random.nextBoolean()) {
          line("} else {");
          block(budget - 1);
        }
        line("}");
      }
      case 9, 10 -> loop(budget);
      case 11 -> whileLoop(budget);
      case 12 -> switches(budget);
      case 13, 14 -> tries(budget);
      case 15 -> {
        line("synchronized (" + (inStatic ? "Fx.words" : "this") + ") {");
        block(budget - 1);
        line("}");
      }
      default -> lambda();
    }
  }

  private void declare() {
    String type = type();
    String name = "v" + names++;
    line(type + " " + name + " = " + expression(type, 2) + ";");
    scope.add(new String[] {type, name});
  }

  private void assign() {
    String[] target = scope.get(random.nextInt(scope.size()));
    if (target.length > 2) {
      declare();
      return;
    }
    if (target[0].equals("int") && random.nextInt(3) == 0) {
      line(target[1] + (random.nextBoolean() ? "++;" : " += " + random.nextInt(9) + ";"));
    } else {
      line(target[1] + " = " + expression(target[0], 2) + ";");
    }
  }

  private void heap() {
    String receiver = receiver();
    switch (random.nextInt(10)) {
      case 6, 7, 8, 9 -> line(shapes.statement(this::receiver, size -> expression("int", size)));
      case 0 -> line(receiver + ".i0(" + expression("int", 1) + ");");
      case 1 -> line(receiver + ".l0 += " + expression("long", 1) + ";");
      case 2 ->
          line(
              receiver
                  + ".array["
                  + expression("int", 1)
                  + " & 3] ^= "
                  + expression("int", 1)
                  + ";");
      case 3 -> line(receiver + ".setF0(" + receiver + ".getF0() + 1);");
      case 4 -> line(receiver + ".s0 = \"t\" + " + expression("int", 1) + ";");
      default -> line(receiver + ".d0 = " + expression("double", 1) + ";");
    }
  }

  private void loop(int budget) {
    String i = "i" + names++;
    line("for (int " + i + " = 0; " + i + " < " + (1 + random.nextInt(12)) + "; " + i + "++) {");
    scope.add(new String[] {"int", i, "final"});
    looped(budget);
    scope.remove(scope.size() - 1);
    line("}");
  }

  private void whileLoop(int budget) {
    String n = "n" + names++;
    line("int " + n + " = " + random.nextInt(9) + ";");
    boolean post = random.nextBoolean();
    line(post ? "do {" : "while (" + n + "-- > 0) {");
    looped(budget);
    line(post ? "} while (" + n + "-- > 0 && " + expression("boolean", 1) + ");" : "}");
  }

  private void looped(int budget) {
    boolean outer = inLoop;
    inLoop = true;
    block(budget - 1);
    inLoop = outer;
  }

  private void switches(int budget) {
    boolean outer = inLoop;
    inLoop = false;
    line("switch (" + expression("int", 2) + " & " + (random.nextBoolean() ? 7 : 4099) + ") {");
    int cases = 2 + random.nextInt(4);
    for (int c = 0; c < cases; c++) {
      line("case " + (c * (c + 1) / 2) + ":");
      line("{");
      block(budget - 1);
      line("}");
      if (random.nextInt(3) > 0) {
        line("break;");
      }
    }
    line("default: Fx.add(\"d\"); }");
    inLoop = outer;
  }

  private void tries(int budget) {
    boolean outer = inLoop;
    inLoop = false;
    line("try {");
    block(budget - 1);
    if (random.nextBoolean()) {
      line(
          "if ("
              + expression("boolean", 2)
              + ") throw new IllegalArgumentException(\"x\" + "
              + expression("int", 1)
              + ");");
    }
    boolean handler = random.nextInt(3) > 0;
    if (handler) {
      String type =
          random.nextBoolean()
              ? "IllegalArgumentException"
              : "NullPointerException | ArithmeticException";
      String name = "e" + names++;
      line("} catch (" + type + " " + name + ") {");
      line("Fx.thrown(" + name + ");");
      block(budget - 1);
    }
    if (!handler || random.nextInt(3) == 0) {
      line("} finally {");
      block(0);
    }
    line("}");
    inLoop = outer;
  }

  private void lambda() {
    String name = "f" + names++;
    String captured = "k" + names++;
    line("final int " + captured + " = " + expression("int", 1) + ";");
    switch (random.nextInt(3)) {
      case 0 -> line("IntUnaryOperator " + name + " = x -> x * 3 + " + captured + ";");
      case 1 -> line("IntUnaryOperator " + name + " = Math::abs;");
      default ->
          line("IntUnaryOperator " + name + " = x -> { Fx.add(x); return x ^ " + captured + "; };");
    }
    String result = "v" + names++;
    line("int " + result + " = " + name + ".applyAsInt(" + expression("int", 1) + ");");
    scope.add(new String[] {"int", result});
  }

  // --- expressions

  private String type() {
    return TYPES[random.nextInt(TYPES.length)];
  }

  private String expression(String type, int budget) {
    if (budget == 0 || random.nextInt(4) == 0) {
      return leaf(type);
    }
    int b = budget - 1;
    return switch (type) {
      case "int" -> intExpression(b);
      case "long" ->
          switch (random.nextInt(9)) {
            case 7, 8 ->
                shapes.longExpression(
                    this::receiver,
                    () -> expression("long", b),
                    () -> expression("double", b),
                    expression("int", b));
            case 0 -> "(" + expression("long", b) + operator() + expression("long", b) + ")";
            case 1 -> receiver() + ".l0";
            case 2 -> "(long) " + expression("double", b);
            case 3 -> receiver() + ".getF1()";
            case 4 -> "(" + expression("long", b) + " / (" + expression("long", b) + " | 1))";
            case 5 ->
                "new Pair(" + expression("int", b) + ", " + expression("long", b) + ", \"p\").b()";
            default -> "(" + expression("long", b) + " << " + expression("int", b) + ")";
          };
      case "double" ->
          switch (random.nextInt(4)) {
            case 0 -> "(" + expression("double", b) + " * " + expression("double", b) + ")";
            case 1 -> receiver() + ".d0";
            case 2 -> "(" + expression("double", b) + " - " + expression("int", b) + ")";
            default -> "(double) " + expression("long", b);
          };
      case "boolean" -> booleanExpression(b);
      case "String" ->
          switch (random.nextInt(6)) {
            case 0 -> "(" + expression("String", b) + " + " + expression("int", b) + ")";
            case 1 -> receiver() + ".name()";
            case 2 -> receiver() + ".tag()";
            case 3 -> "String.valueOf(" + expression("double", b) + ")";
            case 4 -> "new Pair(1, 2L, " + expression("String", b) + ").toString()";
            default -> receiver() + ".s0";
          };
      case "Base" ->
          switch (random.nextInt(3)) {
            case 0 -> receiver() + ".next()";
            case 1 ->
                "(" + expression("boolean", b) + " ? " + receiver() + " : " + leaf("Base") + ")";
            default -> receiver() + ".link(" + leaf("Base") + ")";
          };
      default -> expression("Base", b);
    };
  }

  private String intExpression(int b) {
    return switch (random.nextInt(24)) {
      case 15, 16, 17, 18, 19, 20, 21, 22, 23 ->
          shapes.intExpression(this::receiver, size -> expression("int", size), b);
      case 0, 1 -> "(" + expression("int", b) + operator() + expression("int", b) + ")";
      case 2 ->
          "("
              + expression("int", b)
              + " / ("
              + expression("int", b)
              + (random.nextInt(4) == 0 ? " & 7))" : " | 1))");
      case 3 -> "(int) " + expression("double", b);
      case 4 -> receiver() + ".i0()";
      case 5 -> receiver() + ".getF0()";
      case 6 -> receiver() + ".size()";
      case 7 -> receiver() + ".next().i0()";
      case 8 -> receiver() + ".array[" + expression("int", b) + " & 3]";
      case 9 ->
          "("
              + expression("boolean", b)
              + " ? "
              + expression("int", b)
              + " : "
              + expression("int", b)
              + ")";
      case 10 -> receiver() + ".work(" + expression("int", b) + ", " + expression("long", b) + ")";
      case 11 -> "(byte) " + expression("int", b);
      case 12 -> expression("String", b) + ".length()";
      case 13 -> receiver() + ".array[" + random.nextInt(4) + "]++";
      default -> "new Pair(" + expression("int", b) + ", 3L, \"q\").sum()";
    };
  }

  private String booleanExpression(int b) {
    String[] compares = {" < ", " > ", " <= ", " >= ", " == ", " != "};
    String compare = compares[random.nextInt(compares.length)];
    return switch (random.nextInt(8)) {
      case 0 -> "(" + expression("long", b) + compare + expression("long", b) + ")";
      case 1 -> "(" + expression("double", b) + compare + expression("double", b) + ")";
      case 2 -> "(" + expression("Base", b) + (random.nextBoolean() ? " == " : " != ") + "null)";
      case 3 ->
          "("
              + expression("boolean", b)
              + (random.nextBoolean() ? " && " : " || ")
              + expression("boolean", b)
              + ")";
      case 4 -> "((Object) " + receiver() + " instanceof C" + random.nextInt(classes) + ")";
      case 5 -> "Base.pick(" + expression("int", b) + ")";
      case 6 -> "!" + expression("boolean", b);
      default -> "(" + expression("int", b) + compare + expression("int", b) + ")";
    };
  }

  private String operator() {
    String[] operators = {" + ", " - ", " * ", " ^ ", " & ", " | "};
    return operators[random.nextInt(operators.length)];
  }

  private String receiver() {
    List<String> candidates = new ArrayList<>();
    for (String[] variable : scope) {
      if (variable[0].equals("Base")) {
        candidates.add(variable[1]);
      }
    }
    if (candidates.isEmpty() || random.nextInt(3) == 0) {
      return inStatic ? "Main.make(" + random.nextInt(6) + ")" : "this";
    }
    return candidates.get(random.nextInt(candidates.size()));
  }

  private String leaf(String type) {
    List<String> candidates = new ArrayList<>();
    for (String[] variable : scope) {
      if (variable[0].equals(type)) {
        candidates.add(variable[1]);
      }
    }
    if (!candidates.isEmpty() && random.nextInt(4) > 0) {
      return candidates.get(random.nextInt(candidates.size()));
    }
    return switch (type) {
      case "int" -> {
        int[] values = {0, 1, 2, -1, 7, 100, 40000, Integer.MIN_VALUE, Integer.MAX_VALUE};
        yield "(" + values[random.nextInt(values.length)] + ")";
      }
      case "long" -> "(" + (random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(9)) + "L)";
      case "double" -> {
        String[] values = {"0.0", "1.5", "-2.25", "Double.NaN", "1e300"};
        yield values[random.nextInt(values.length)];
      }
      case "boolean" -> random.nextBoolean() ? "true" : "false";
      case "String" -> "\"w" + random.nextInt(5) + "\"";
      default -> receiver();
    };
  }

  private void line(String text) {
    out.append("  ".repeat(Math.min(depth, 6))).append(text).append('\n');
  }
}
