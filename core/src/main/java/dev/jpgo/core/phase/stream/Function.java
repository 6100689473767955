package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Operand;

/**
 * What a stage or the end of a stream calls for each element.
 *
 * @param type simple name of an interface of {@code java.util.function}
 */
record Function(String type, String name, String descriptor) {
  Operand.Method operand() {
    return new Operand.Method("java/util/function/" + type, name, descriptor, true);
  }

  /** The call as a {@link Step} names it. */
  String target() {
    return type + '.' + name;
  }
}
