package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.dynamic.DynamicSites;
import dev.jpgo.core.phase.lock.LockNesting;
import dev.jpgo.core.phase.lock.SynchronizedBody;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/** The bodies that one compilation has asked for, each built once. */
final class Callees {
  private static final int MAX_INSTRUCTIONS = 400;

  /** A body, or why there is none. */
  record Answer(@Nullable Callee callee, String reason) {}

  private final World world;
  private final Mode mode;
  private final DynamicSites dynamics;
  private final LockPlaces locks;
  private final Map<ResolvedMethod, Answer> answers = new HashMap<>();

  Callees(InlineContext context) {
    this.world = context.world();
    this.mode = context.mode();
    this.dynamics = context.dynamics();
    this.locks = context.limits().locks();
  }

  Answer get(ResolvedMethod method) {
    Answer answer = answers.get(method);
    if (answer == null) {
      answer = build(method);
      answers.put(method, answer);
    }
    return answer;
  }

  /**
   * Writes out the locking of a synchronized method. In compilers locks stay where they are, since
   * those give up on methods whose locks they cannot follow.
   */
  private @Nullable String refuseLocks(ResolvedMethod method, Graph graph) {
    if (method.method().isSynchronized()) {
      if (method.method().isStatic()
          && method.owner().info().version() < AccessPolicy.CLASS_CONSTANTS) {
        return "class constants need a newer class file"; // it locks one
      }
      SynchronizedBody.writeOut(graph, method.owner().name());
    }
    if (!LockNesting.hasMonitors(graph)) {
      return null;
    }
    if (locks == LockPlaces.NOWHERE || mode == Mode.JIT) {
      return "locks a monitor";
    }
    return LockNesting.of(graph).isPresent() ? null : "its locks are not balanced";
  }

  private Answer build(ResolvedMethod method) {
    MethodNode code = world.code(method.owner(), method.method()).orElse(null);
    if (code == null) {
      return new Answer(null, "its code is not to be had");
    }
    String refusal = CalleePolicy.refuseAnnotations(code, mode);
    if (refusal != null) {
      return new Answer(null, refusal);
    }
    MethodProfile profile = world.profile(method.owner(), method.method()).orElse(null);
    try {
      Graph graph =
          GraphBuilder.build(
              MethodSource.of(method.owner().name(), method.owner().info().version(), code)
                  .withSourceFile(method.owner().info().sourceFile())
                  .withFrequencies(Frequencies.of(code, profile))
                  .withMerger(new WorldTypeMerger(world, method.owner()))
                  .withMaxInstructions(MAX_INSTRUCTIONS));
      if (!graph.typesComplete()) {
        return new Answer(null, "the types in its code are not known");
      }
      dynamics.expand(method.owner(), graph);
      refusal = refuseLocks(method, graph);
      return refusal == null
          ? new Answer(new Callee(method, graph, profile), "")
          : new Answer(null, refusal);
    } catch (UnsupportedMethodException e) {
      return new Answer(null, e.reason());
    }
  }
}
