package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;

/** Writes expressions of random content: arithmetic, heap accesses, calls. */
final class Expressions {
  private static final String[] INTS = {
    "0", "1", "2", "-1", "7", "100", "40000", "Integer.MIN_VALUE", "Integer.MAX_VALUE"
  };

  /**
   * A method of random content that expressions may call.
   *
   * @param on what it is called on, or empty when that is any receiver
   */
  record Callable(String on, String name, String type) {}

  private final List<Callable> callables = new ArrayList<>();
  private final Draft draft;
  private final int classes;
  private final ProgramShapes inlining;
  private final List<Shapes> others;

  /**
   * @param classes number of classes below the root
   */
  Expressions(Draft draft, int classes, ProgramShapes inlining, List<Shapes> others) {
    this.draft = draft;
    this.classes = classes;
    this.inlining = inlining;
    this.others = others;
  }

  /** Lets expressions call a method from now on. */
  void add(Callable callable) {
    callables.add(callable);
  }

  /** An expression of a type; a budget says how deep it may be. */
  String of(String type, Scope scope, int budget) {
    if (budget == 0 || draft.oneIn(4)) {
      return leaf(type, scope);
    }
    int b = budget - 1;
    List<Callable> known = callables.stream().filter(each -> each.type().equals(type)).toList();
    if (!known.isEmpty() && draft.oneIn(6)) {
      Callable callable = known.get(draft.below(known.size()));
      String on = callable.on().isEmpty() ? receiver(scope) : callable.on();
      return String.format(
          "%s.%s(%s, %s)", on, callable.name(), of("int", scope, b), of("long", scope, b));
    }
    return switch (type) {
      case "int" -> ofInt(scope, b);
      case "long" -> ofLong(scope, b);
      case "float" -> ofFloat(scope, b);
      case "double" -> ofDouble(scope, b);
      case "boolean" -> ofBoolean(scope, b);
      case "String" -> ofString(scope, b);
      case "Base" -> ofBase(scope, b);
      default -> of("Base", scope, b);
    };
  }

  /** A call of some shape, of type int. */
  String shape(Scope scope, int budget) {
    Shapes shapes =
        others.isEmpty() || draft.oneIn(3) ? inlining : others.get(draft.below(others.size()));
    return shapes.intExpression(() -> receiver(scope), size -> of("int", scope, size), budget);
  }

  private String binary(String type, String operator, Scope scope, int b) {
    return "(" + of(type, scope, b) + operator + of(type, scope, b) + ")";
  }

  private String ofLong(Scope scope, int b) {
    return switch (draft.below(11)) {
      case 9, 10 ->
          inlining.longExpression(
              () -> receiver(scope),
              () -> of("long", scope, b),
              () -> of("double", scope, b),
              of("int", scope, b));
      case 0 -> binary("long", operator(), scope, b);
      case 1 -> receiver(scope) + ".l0";
      case 2 -> "(long) " + of(draft.pick("double", "float"), scope, b);
      case 3 -> receiver(scope) + ".getF1()";
      case 4 ->
          "("
              + of("long", scope, b)
              + draft.pick(" / ", " % ")
              + "("
              + of("long", scope, b)
              + " | 1))";
      case 5 -> "new Pair(" + of("int", scope, b) + ", " + of("long", scope, b) + ", \"p\").b()";
      case 6 -> "(long) " + of("int", scope, b);
      case 7 -> draft.pick("-", "~") + "(" + of("long", scope, b) + ")";
      default ->
          "("
              + of("long", scope, b)
              + draft.pick(" << ", " >> ", " >>> ")
              + of(draft.pick("int", "long"), scope, b)
              + ")";
    };
  }

  private String ofFloat(Scope scope, int b) {
    return switch (draft.below(4)) {
      case 0 -> binary("float", draft.pick(" * ", " - ", " + ", " / ", " % "), scope, b);
      case 1 -> "(float) " + of(draft.pick("int", "long", "double"), scope, b);
      case 2 -> "(-" + of("float", scope, b) + ")";
      default -> "(" + of("float", scope, b) + " + " + of("int", scope, b) + ")";
    };
  }

  private String ofDouble(Scope scope, int b) {
    return switch (draft.below(6)) {
      case 0 -> binary("double", draft.pick(" * ", " + ", " / ", " % "), scope, b);
      case 1 -> receiver(scope) + ".d0";
      case 2 -> "(" + of("double", scope, b) + " - " + of("int", scope, b) + ")";
      case 3 -> "(double) " + of("float", scope, b);
      case 4 -> "(-" + of("double", scope, b) + ")";
      default -> "(double) " + of("long", scope, b);
    };
  }

  private String ofString(Scope scope, int b) {
    return switch (draft.below(7)) {
      case 0 -> "(" + of("String", scope, b) + " + " + of("int", scope, b) + ")";
      case 1 -> receiver(scope) + ".name()";
      case 2 -> receiver(scope) + ".tag()";
      case 3 -> "String.valueOf(" + of("double", scope, b) + ")";
      case 4 -> "new Pair(1, 2L, " + of("String", scope, b) + ").toString()";
      case 5 -> "(" + of("String", scope, b) + " + " + of("float", scope, b) + ")";
      default -> receiver(scope) + ".s0";
    };
  }

  private String ofBase(Scope scope, int b) {
    return switch (draft.below(3)) {
      case 0 -> receiver(scope) + ".next()";
      case 1 ->
          "("
              + of("boolean", scope, b)
              + " ? "
              + receiver(scope)
              + " : "
              + leaf("Base", scope)
              + ")";
      default -> receiver(scope) + ".link(" + leaf("Base", scope) + ")";
    };
  }

  private String ofInt(Scope scope, int b) {
    return switch (draft.below(26)) {
      case 0, 1 -> binary("int", operator(), scope, b);
      case 2 ->
          "("
              + of("int", scope, b)
              + draft.pick(" / ", " % ")
              + "("
              + of("int", scope, b)
              + (draft.oneIn(4) ? " & 7))" : " | 1))");
      case 3 -> "(int) " + of(draft.pick("double", "float", "long"), scope, b);
      case 4 -> receiver(scope) + ".i0()";
      case 5 -> receiver(scope) + ".getF0()";
      case 6 -> receiver(scope) + ".size()";
      case 7 -> receiver(scope) + ".next().i0()";
      case 8 -> receiver(scope) + ".array[" + of("int", scope, b) + " & 3]";
      case 9 ->
          "("
              + of("boolean", scope, b)
              + " ? "
              + of("int", scope, b)
              + " : "
              + of("int", scope, b)
              + ")";
      case 10 ->
          receiver(scope) + ".work(" + of("int", scope, b) + ", " + of("long", scope, b) + ")";
      case 11 -> "(" + draft.pick("byte", "short", "char") + ") " + of("int", scope, b);
      case 12 -> of("String", scope, b) + ".length()";
      case 13 -> receiver(scope) + ".array[" + draft.below(4) + "]" + draft.pick("++", "--");
      case 14 -> "new Pair(" + of("int", scope, b) + ", 3L, \"q\").sum()";
      case 15 -> binary("int", draft.pick(" << ", " >> ", " >>> "), scope, b);
      case 16 -> draft.pick("-", "~") + "(" + of("int", scope, b) + ")";
      default -> shape(scope, b);
    };
  }

  private String ofBoolean(Scope scope, int b) {
    String compare = draft.pick(" < ", " > ", " <= ", " >= ", " == ", " != ");
    return switch (draft.below(8)) {
      case 0 -> binary("long", compare, scope, b);
      case 1 -> binary(draft.pick("double", "float"), compare, scope, b);
      case 2 -> "(" + of("Base", scope, b) + draft.pick(" == ", " != ") + "null)";
      case 3 -> binary("boolean", draft.pick(" && ", " || ", " ^ ", " & "), scope, b);
      case 4 -> "((Object) " + receiver(scope) + " instanceof C" + draft.below(classes) + ")";
      case 5 -> "Base.pick(" + of("int", scope, b) + ")";
      case 6 -> "!" + of("boolean", scope, b);
      default -> binary("int", compare, scope, b);
    };
  }

  private String operator() {
    return draft.pick(" + ", " - ", " * ", " ^ ", " & ", " | ");
  }

  /** An object of the hierarchy; may be null. */
  String receiver(Scope scope) {
    List<String> candidates = scope.namesOf("Base");
    if (candidates.isEmpty() || draft.oneIn(3)) {
      return scope.isStatic() ? "Main.make(" + draft.below(6) + ")" : "this";
    }
    return draft.pick(candidates);
  }

  private String leaf(String type, Scope scope) {
    List<String> candidates = scope.namesOf(type);
    if (!candidates.isEmpty() && !draft.oneIn(4)) {
      return draft.pick(candidates);
    }
    return switch (type) {
      case "int" -> "(" + draft.pick(INTS) + ")";
      case "long" -> "(" + (draft.oneIn(3) ? draft.anyLong() : draft.below(9)) + "L)";
      case "float" -> draft.pick("0f", "2.5f", "(-0f)", "Float.NaN", "1e30f");
      case "double" -> draft.pick("0.0", "1.5", "(-2.25)", "Double.NaN", "1e300");
      case "boolean" ->
          scope.namesOf("int").isEmpty()
              ? draft.pick("true", "false")
              : "(" + draft.pick(scope.namesOf("int")) + draft.pick(" < ", " != ") + "3)";
      case "String" -> "\"w" + draft.below(5) + "\"";
      default -> receiver(scope);
    };
  }
}
