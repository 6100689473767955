package dev.jpgo.test.differential;

/** Writes blocks of random statements. */
final class Statements {
  private static final String[] TYPES = {
    "int", "long", "float", "double", "boolean", "String", "Base", "Shape"
  };

  private final Draft draft;
  private final Expressions expressions;
  private final ProgramShapes shapes;
  private final int limit;
  private int written;

  /**
   * @param limit how many statements a method may have
   */
  Statements(Draft draft, Expressions expressions, ProgramShapes shapes, int limit) {
    this.draft = draft;
    this.expressions = expressions;
    this.shapes = shapes;
    this.limit = limit;
  }

  /** The statements of a method. */
  void body(Scope scope) {
    written = 0;
    block(scope, 2);
  }

  private String value(String type, Scope scope, int budget) {
    return expressions.of(type, scope, budget);
  }

  private void block(Scope scope, int budget) {
    int size = scope.size();
    draft.indent(1);
    int count = 1 + draft.below(3);
    for (int i = 0; i < count && written < limit; i++) {
      written++;
      statement(scope, budget);
    }
    draft.indent(-1);
    scope.shrinkTo(size);
  }

  private void statement(Scope scope, int budget) {
    switch (draft.below(budget > 0 ? 17 : 7)) {
      case 0, 1 -> declare(scope);
      case 2, 3 -> assign(scope);
      case 4 -> draft.line("Fx.add(" + value(draft.pick(TYPES), scope, 2) + ");");
      case 5 -> heap(scope);
      case 6 -> jump(scope);
      case 7, 8 -> branch(scope, budget);
      case 9, 10 -> loop(scope, budget);
      case 11 -> whileLoop(scope, budget);
      case 12 -> switches(scope, budget);
      case 13, 14 -> tries(scope, budget);
      case 15 -> {
        draft.line("synchronized (" + (scope.isStatic() ? "Fx.words" : "this") + ") {");
        block(scope, budget - 1);
        draft.line("}");
      }
      default -> lambda(scope);
    }
  }

  private void declare(Scope scope) {
    String type = draft.pick(TYPES);
    String name = draft.name("v");
    draft.line(type + " " + name + " = " + value(type, scope, 2) + ";");
    scope.declare(type, name);
  }

  private void assign(Scope scope) {
    Scope.Variable target = scope.all().get(draft.below(scope.size()));
    if (!target.assignable()) {
      declare(scope);
    } else if (target.type().equals("int") && draft.oneIn(3)) {
      draft.line(target.name() + (draft.coin() ? "++;" : " += " + draft.below(9) + ";"));
    } else {
      draft.line(target.name() + " = " + value(target.type(), scope, 2) + ";");
    }
  }

  private void jump(Scope scope) {
    if (scope.inLoop() && draft.coin()) {
      draft.line("if (" + value("boolean", scope, 1) + ") " + draft.pick("break;", "continue;"));
    } else {
      assign(scope);
    }
  }

  private void heap(Scope scope) {
    String on = expressions.receiver(scope);
    switch (draft.below(10)) {
      case 6, 7, 8, 9 ->
          draft.line(
              shapes.statement(
                  () -> expressions.receiver(scope), size -> value("int", scope, size)));
      case 0 -> draft.line(on + ".i0(" + value("int", scope, 1) + ");");
      case 1 -> draft.line(on + ".l0 += " + value("long", scope, 1) + ";");
      case 2 ->
          draft.line(
              on
                  + ".array["
                  + value("int", scope, 1)
                  + " & 3] "
                  + draft.pick("^", "+", ">>>", "")
                  + "= "
                  + value("int", scope, 1)
                  + ";");
      case 3 -> draft.line(on + ".setF0(" + on + ".getF0() + 1);");
      case 4 -> draft.line(on + ".s0 = \"t\" + " + value("int", scope, 1) + ";");
      default -> draft.line(on + ".d0 = " + value("double", scope, 1) + ";");
    }
  }

  private void branch(Scope scope, int budget) {
    draft.line("if (" + value("boolean", scope, 2) + ") {");
    block(scope, budget - 1);
    if (draft.coin()) {
      draft.line("} else {");
      block(scope, budget - 1);
    }
    draft.line("}");
  }

  private void loop(Scope scope, int budget) {
    String i = draft.name("i");
    int size = scope.size();
    if (draft.oneIn(4)) {
      draft.line("for (int " + i + " : " + expressions.receiver(scope) + ".array) {");
      scope.declare("int", i);
    } else {
      draft.line(String.format("for (int %s = 0; %s < %d; %s++) {", i, i, 1 + draft.below(12), i));
      scope.declareFinal("int", i);
    }
    looped(scope, budget);
    scope.shrinkTo(size);
    draft.line("}");
  }

  private void whileLoop(Scope scope, int budget) {
    String n = draft.name("n");
    draft.line("int " + n + " = " + draft.below(9) + ";");
    boolean post = draft.coin();
    draft.line(post ? "do {" : "while (" + n + "-- > 0) {");
    looped(scope, budget);
    draft.line(post ? "} while (" + n + "-- > 0 && " + value("boolean", scope, 1) + ");" : "}");
  }

  private void looped(Scope scope, int budget) {
    boolean outer = scope.enter(true);
    block(scope, budget - 1);
    scope.enter(outer);
  }

  private void switches(Scope scope, int budget) {
    boolean outer = scope.enter(false);
    draft.line("switch (" + value("int", scope, 2) + " & " + draft.pick("7", "4099") + ") {");
    int cases = 2 + draft.below(4);
    for (int c = 0; c < cases; c++) {
      draft.line("case " + (c * (c + 1) / 2) + ":");
      draft.line("{");
      block(scope, budget - 1);
      draft.line("}");
      if (!draft.oneIn(3)) {
        draft.line("break;");
      }
    }
    draft.line("default: Fx.add(\"d\"); }");
    scope.enter(outer);
  }

  private void tries(Scope scope, int budget) {
    boolean outer = scope.enter(false);
    draft.line("try {");
    block(scope, budget - 1);
    if (draft.coin()) {
      draft.line(
          "if ("
              + value("boolean", scope, 2)
              + ") throw new "
              + draft.pick("IllegalArgumentException(\"x\" + ", "Oops(", "Worse(")
              + value("int", scope, 1)
              + ");");
    }
    boolean handler = !draft.oneIn(3);
    if (handler) {
      String type =
          draft.pick(
              "IllegalArgumentException",
              "NullPointerException | ArithmeticException",
              "Worse",
              "Oops",
              "RuntimeException");
      String name = draft.name("e");
      draft.line("} catch (" + type + " " + name + ") {");
      draft.line("Fx.thrown(" + name + ");");
      block(scope, budget - 1);
    }
    if (!handler || draft.oneIn(3)) {
      draft.line("} finally {");
      block(scope, 0);
    }
    draft.line("}");
    scope.enter(outer);
  }

  private void lambda(Scope scope) {
    String name = draft.name("f");
    String captured = draft.name("k");
    draft.line("final int " + captured + " = " + value("int", scope, 1) + ";");
    draft.line(
        "IntUnaryOperator "
            + name
            + " = "
            + draft.pick(
                "x -> x * 3 + " + captured,
                "Math::abs",
                "x -> { Fx.add(x); return x ^ " + captured + "; }")
            + ";");
    String result = draft.name("v");
    draft.line("int " + result + " = " + name + ".applyAsInt(" + value("int", scope, 1) + ");");
    scope.declare("int", result);
  }
}
