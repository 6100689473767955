package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;

/** What code at one place of a method may name. */
final class Scope {
  /**
   * A local variable or parameter.
   *
   * @param assignable whether code may change it
   */
  record Variable(String type, String name, boolean assignable) {}

  private final List<Variable> variables = new ArrayList<>();
  private final boolean isStatic;
  private boolean inLoop;

  Scope(boolean isStatic) {
    this.isStatic = isStatic;
  }

  boolean isStatic() {
    return isStatic;
  }

  /** Whether {@code break} and {@code continue} mean something here. */
  boolean inLoop() {
    return inLoop;
  }

  /** Goes into a loop, or into something that no jump may leave; answers where it was. */
  boolean enter(boolean loop) {
    boolean outer = inLoop;
    inLoop = loop;
    return outer;
  }

  void declare(String type, String name) {
    variables.add(new Variable(type, name, true));
  }

  void declareFinal(String type, String name) {
    variables.add(new Variable(type, name, false));
  }

  List<Variable> all() {
    return variables;
  }

  List<String> namesOf(String type) {
    List<String> names = new ArrayList<>();
    for (Variable variable : variables) {
      if (variable.type().equals(type)) {
        names.add(variable.name());
      }
    }
    return names;
  }

  int size() {
    return variables.size();
  }

  /** Forgets the variables declared last. */
  void shrinkTo(int size) {
    while (variables.size() > size) {
      variables.remove(variables.size() - 1);
    }
  }
}
