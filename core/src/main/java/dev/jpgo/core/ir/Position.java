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
 * @param frame tells apart what is inlined at two calls that stand in one line: a number of the
 *     graph's for the position of a call that something was inlined at, else 0. It is not compared
 *     by {@link #equals}, since a stack trace shows no difference
 */
public record Position(
    MethodId method, @Nullable String sourceFile, int line, @Nullable Position caller, int frame) {
  public Position(
      MethodId method, @Nullable String sourceFile, int line, @Nullable Position caller) {
    this(method, sourceFile, line, caller, 0);
  }

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
    return new Position(
        method, sourceFile, line, caller == null ? call : caller.inlinedAt(call), frame);
  }

  /** This position as that of one call, which something is inlined at. */
  public Position ofCall(int number) {
    return new Position(method, sourceFile, line, caller, number);
  }

  /**
   * Whether two calls that something was inlined at are one, so that what was inlined at them is in
   * one frame; null stands for the frame of the method itself.
   */
  public static boolean isOneFrame(@Nullable Position call, @Nullable Position other) {
    Position a = call;
    Position b = other;
    while (a != b && a != null && b != null) {
      if (a.frame != b.frame || a.line != b.line || !a.method.equals(b.method)) {
        return false;
      }
      a = a.caller;
      b = b.caller;
    }
    return a == b;
  }
}
