package dev.jpgo.core.ir;

import dev.jpgo.core.classfile.MethodId;
import org.jspecify.annotations.Nullable;

/**
 * Where an instruction came from: a source line of a method, and for inlined code the position of
 * the call it was inlined at.
 *
 * @param method the method whose source the line is in
 * @param sourceFile that method's source file name, or null when unknown
 * @param line source line, or -1 when unknown
 * @param caller position of the call this was inlined at; null in the method's own code
 */
public record Position(
    MethodId method, @Nullable String sourceFile, int line, @Nullable Position caller) {
  /** Number of inlined calls around this position; 0 in the method's own code. */
  public int depth() {
    return caller == null ? 0 : caller.depth() + 1;
  }

  /** This position, seen from code inlined at {@code call}. */
  public Position inlinedAt(Position call) {
    return new Position(method, sourceFile, line, caller == null ? call : caller.inlinedAt(call));
  }
}
