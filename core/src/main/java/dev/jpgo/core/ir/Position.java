package dev.jpgo.core.ir;

import dev.jpgo.core.classfile.MethodId;
import java.util.Objects;
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

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Position that
        && line == that.line
        && method.equals(that.method)
        && Objects.equals(sourceFile, that.sourceFile)
        && Objects.equals(caller, that.caller);
  }

  @Override
  public int hashCode() {
    return (method.hashCode() * 31 + line) * 31 + (caller == null ? 0 : caller.hashCode());
  }

  /** This position, seen from code inlined at {@code call}. */
  public Position inlinedAt(Position call) {
    return new Position(method, sourceFile, line, caller == null ? call : caller.inlinedAt(call));
  }
}
