package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.profile.InlineDecision;
import java.util.List;
import java.util.Map;

/** A constructor that can run without its object, as {@link Constructors} has planned it. */
public final class Construction {
  private final CallPlan plan;
  private final boolean repeatable;
  private final InlineDecision decision;

  /**
   * @param repeatable see {@link #isRepeatable}
   */
  Construction(CallPlan plan, boolean repeatable, InlineDecision decision) {
    this.plan = plan;
    this.repeatable = repeatable;
    this.decision = decision;
  }

  /** Estimated size of the code that takes its place. */
  public int bytes() {
    return plan.bytes();
  }

  /**
   * Whether it can be run again, later, on the same arguments, and makes an object of the same
   * fields: it computes them from its arguments and constants alone, and does nothing else.
   */
  public boolean isRepeatable() {
    return repeatable;
  }

  /** What is to be told of it. */
  public PlacedDecision decision() {
    return new PlacedDecision(plan.call().position(), decision);
  }

  /**
   * Puts the bodies of constructors in the places of their calls, which must be in a graph from
   * which the objects then go too: no other method may do what a constructor does.
   */
  public static void expand(Graph graph, InlineContext context, List<Construction> constructions) {
    Splice splice = new Splice(graph, context.flag());
    for (Construction each : constructions) {
      expand(splice, each.plan, each.plan.call());
    }
    splice.finish();
    DeadCode.removeUnreachable(graph);
  }

  private static void expand(Splice splice, CallPlan plan, Instr call) {
    Block block = call.home();
    List<GuardedExpander.Copy> copies =
        GuardedExpander.expand(splice, plan, block, block.body().indexOf(call));
    for (GuardedExpander.Copy copy : copies) {
      for (Map.Entry<Instr, CallPlan> inner : copy.plans().entrySet()) {
        expand(splice, inner.getValue(), inner.getKey());
      }
    }
  }
}
