package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inlines into one method: plans every call, takes the best plans that fit the growth limit, and
 * carries them out.
 */
public final class Inliner {
  private final InlineContext context;
  private final ResolvedMethod method;
  private final Graph graph;
  private final InlinePlanner planner;

  private Inliner(InlineContext context, ResolvedMethod method, Graph graph) {
    this.context = context;
    this.method = method;
    this.graph = graph;
    this.planner = new InlinePlanner(context);
  }

  /** Name of the phase, for reports and for switching it off. */
  public static final String NAME = "inline";

  /**
   * Inlines into a graph.
   *
   * @param method the method that the graph was built from
   * @param graph its code; changed
   * @param profile what was counted of it, or null
   */
  public static InlineOutcome run(
      InlineContext context, ResolvedMethod method, Graph graph, @Nullable MethodProfile profile) {
    return new Inliner(context, method, graph).run(profile);
  }

  private InlineOutcome run(@Nullable MethodProfile profile) {
    planner.enter(method);
    CodeView code = new CodeView(method.owner(), graph, profile);
    InlinePlanner.Calls calls = planner.planCalls(code, 1);
    Map<Instr, CallPlan> chosen = choose(code, calls.plans());
    Splice splice = new Splice(graph, context.flag());
    new Expander(splice, context.world(), planner).expand(graph.blocks(), chosen, method.owner());
    splice.finish();
    DeadCode.removeUnreachable(graph);
    int guards = FlagCheckElimination.run(splice);
    DeadCode.removeUnreachable(graph);
    splice.countMisses();
    return new InlineOutcome(
        decisions(calls, chosen),
        List.copyOf(splice.assumptions()),
        planner.callSites(),
        splice.inlined(),
        splice.devirtualized(),
        guards);
  }

  /** The plans that save most per byte, as far as the method may grow. */
  private Map<Instr, CallPlan> choose(CodeView code, Map<Instr, CallPlan> plans) {
    int limit =
        Math.min(
            context.limits().maxGrowthBytes(),
            context.limits().maxMethodBytes() - method.method().codeLength());
    List<FreeChoices.CallSite> ranked = new ArrayList<>();
    for (CallPlan plan : plans.values()) {
      Block block = plan.call().block();
      double heat = block == null ? 0 : code.heat(block);
      double worth = planner.gain(plan) * heat / (plan.body().bytes() + 8);
      ranked.add(new FreeChoices.CallSite(plan.call(), worth));
    }
    context.choices().rank(ranked);
    Map<Instr, CallPlan> chosen = new IdentityHashMap<>();
    int growth = 0;
    for (FreeChoices.CallSite site : ranked) {
      CallPlan plan = plans.get(site.call());
      int bytes = plan == null ? 0 : plan.body().bytes() + 8;
      if (plan != null && growth + bytes <= limit) {
        growth += bytes;
        chosen.put(plan.call(), plan);
      }
    }
    return chosen;
  }

  private static List<InlineDecision> decisions(
      InlinePlanner.Calls calls, Map<Instr, CallPlan> chosen) {
    List<InlineDecision> result = new ArrayList<>();
    int index = 0;
    for (InlineDecision decision : calls.decisions()) {
      Instr call = calls.sites().get(index++);
      boolean dropped = decision.inlined() && !chosen.containsKey(call);
      result.add(
          dropped
              ? new InlineDecision(
                  decision.site(),
                  decision.line(),
                  decision.target(),
                  false,
                  "the method would grow too much",
                  decision.count(),
                  List.of())
              : decision);
    }
    return result;
  }
}
