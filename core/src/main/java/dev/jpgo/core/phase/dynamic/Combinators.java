package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The combinators that one compilation has met, each looked at once. */
final class Combinators {
  private final World world;
  private final FunctionalCalls.Bodies bodies;
  private final Map<ResolvedMethod, Optional<Combinator>> known = new HashMap<>();

  Combinators(World world, FunctionalCalls.Bodies bodies) {
    this.world = world;
    this.bodies = bodies;
  }

  /** What a method is, or null when it is no combinator. */
  @Nullable Combinator of(ResolvedMethod method) {
    Optional<Combinator> answer = known.get(method);
    if (answer == null) {
      Graph code = Combinator.mayBe(method) ? bodies.of(method) : null;
      answer =
          code == null ? Optional.empty() : Optional.ofNullable(Combinator.of(world, method, code));
      known.put(method, answer);
    }
    return answer.orElse(null);
  }
}
