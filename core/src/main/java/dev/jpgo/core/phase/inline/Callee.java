package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.ResolvedMethod;
import org.jspecify.annotations.Nullable;

/**
 * A method that may be inlined, and its body in SSA form, which is copied and never changed.
 *
 * @param method the method
 * @param code its body
 */
record Callee(ResolvedMethod method, CodeView code) {
  Callee(ResolvedMethod method, Graph graph, @Nullable MethodProfile profile) {
    this(method, new CodeView(method.owner(), graph, profile));
  }

  Graph graph() {
    return code.graph();
  }

  /** Whether its code, which is an instance method's, does anything with {@code this}. */
  boolean usesReceiver() {
    return Uses.of(graph()).count(graph().params().get(0)) > 0;
  }

  int bytes() {
    return method.method().codeLength();
  }
}
