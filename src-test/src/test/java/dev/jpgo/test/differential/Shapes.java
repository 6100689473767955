package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Ready-made classes and methods of generated programs, and what calls them. */
interface Shapes {
  /** Interfaces and classes beside the hierarchy. */
  List<String> types();

  /** Members of the class at the root of the hierarchy. */
  List<String> members();

  /**
   * An expression of type int.
   *
   * @param on a receiver each time it is asked
   * @param value an int expression of a size
   */
  String intExpression(Supplier<String> on, IntFunction<String> value, int size);
}
