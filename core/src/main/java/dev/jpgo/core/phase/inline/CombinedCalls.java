package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.phase.dynamic.FunctionalCalls;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Plans the calls of functions that combinators of the JDK have made. What implements such a
 * function is private to the JDK's interface, so it is copied whole or not called at all: no check
 * stands before it, since the function is known, and nothing is left out of it.
 *
 * <p>It ends: each copy goes one function further back, the code may grow no more than by other
 * inlining, and copies are nested no deeper.
 */
final class CombinedCalls {
  private static final String REASON = "the function is made here";

  private final InlineContext context;
  private final InlinePlanner planner;

  CombinedCalls(InlineContext context, InlinePlanner planner) {
    this.context = context;
    this.planner = planner;
  }

  /**
   * Plans calls, each of which is turned into one of the implementation that its plan is to take
   * the place of.
   *
   * @param grows takes bytes from those by which the method may still grow, if so many are left
   * @param decisions receives what was decided
   */
  Map<Instr, CallPlan> plan(
      CodeView code,
      List<FunctionalCalls.Combined> calls,
      IntPredicate grows,
      List<PlacedDecision> decisions) {
    Map<Instr, CallPlan> plans = new IdentityHashMap<>();
    for (FunctionalCalls.Combined each : calls) {
      Instr call = each.call();
      Block block = call.block();
      boolean deep = call.position().depth() >= context.limits().maxDepth();
      if (block != null && !deep && !planner.isCold(code.heat(block))) {
        BodyPlan body = planner.planWhole(each.implementation());
        if (body != null && grows.test(body.bytes())) {
          each.redirect();
          plans.put(call, new CallPlan(call, target(each.implementation()), body));
          double count = code.isCounted(block) ? block.frequency() : 0;
          decisions.add(decision(call, each.implementation(), REASON, count));
        }
      }
    }
    return plans;
  }

  /** Says that a method's code was made use of. */
  static PlacedDecision decision(Instr call, ResolvedMethod method, String reason, double count) {
    int line = Math.max(0, call.position().line());
    long ran = Math.round(count);
    return new PlacedDecision(
        call.position(),
        new InlineDecision(call.site(), line, method.id(), true, reason, ran, List.of()));
  }

  private static CallTarget target(ResolvedMethod implementation) {
    return new CallTarget(implementation, true, false, null, null, false, List.of(), REASON);
  }
}
