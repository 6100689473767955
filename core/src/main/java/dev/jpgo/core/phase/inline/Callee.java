package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.ResolvedMethod;
import org.jspecify.annotations.Nullable;

/**
 * A method that may be inlined, and its body in SSA form, which is copied and never changed.
 *
 * @param method the method
 * @param graph its body
 * @param profile what was counted of it, or null
 */
record Callee(ResolvedMethod method, Graph graph, @Nullable MethodProfile profile) {
  int bytes() {
    return method.method().codeLength();
  }
}
