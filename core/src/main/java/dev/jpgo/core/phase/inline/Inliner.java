package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.phase.dynamic.FunctionalCalls;
import dev.jpgo.core.phase.dynamic.KnownReceivers;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Inlines into one method: plans every call, takes the best plans that fit the growth limit, and
 * carries them out; then again for the calls of lambdas that have become known by that.
 */
public final class Inliner {
  /** How often calls of lambdas are looked for in what the last round has inlined. */
  private static final int MAX_ROUNDS = 3;

  /** Bytes for what surrounds an inlined body. */
  private static final int CALL_BYTES = 8;

  /** Bytes for a comparison of a receiver and the original call beside it. */
  private static final int COMPARISON_BYTES = 16;

  private final InlineContext context;
  private final ResolvedMethod method;
  private final Graph graph;
  private final InlinePlanner planner;
  private final CallWorth callWorth;
  private final List<PlacedDecision> decisions = new ArrayList<>();
  private final Set<Assumption> assumptions = new LinkedHashSet<>();
  private final CombinedCalls combined;
  private int functional;
  private int growth;
  private int inlined;
  private int devirtualized;
  private int guards;

  private Inliner(InlineContext context, ResolvedMethod method, Graph graph) {
    this.context = context;
    this.method = method;
    this.graph = graph;
    this.planner = new InlinePlanner(context);
    this.callWorth = new CallWorth(context);
    this.combined = new CombinedCalls(context, planner);
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
    boolean mayInline = planner.enter(method);
    if (!mayInline || !context.dynamics().followsFunctions()) {
      round(profile, null);
      return outcome();
    }
    FunctionalCalls calls =
        new FunctionalCalls(
            context.world(), method.owner(), graph, planner::mayCall, planner::code);
    functional = calls.replace().size();
    round(profile, null);
    for (int rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      int before = functional;
      compareReceivers(calls);
      Set<Instr> made = follow(calls);
      if (functional == before) {
        break;
      }
      round(null, made); // nothing was counted at these
    }
    if (functional > 0) {
      sweep(calls);
    }
    return outcome();
  }

  /** Compares receivers with the one function that they were, where that can be followed then. */
  private void compareReceivers(FunctionalCalls calls) {
    if (!context.dynamics().comparesReceivers()) {
      return;
    }
    CodeView code = new CodeView(method.owner(), graph, null);
    Splice splice = new Splice(graph, context.flag());
    int before = guards;
    for (KnownReceivers.Guess guess : calls.guesses(call -> isWarm(code, call))) {
      boolean follows =
          !guess.target().whole() || planner.planWhole(guess.target().method()) != null;
      if (follows && mayGrow(COMPARISON_BYTES)) {
        splice.markSlow(calls.guard(guess));
        guards++;
      }
    }
    if (guards > before) {
      splice.finish();
      splice.countMisses();
    }
  }

  private boolean isWarm(CodeView code, Instr call) {
    Block block = call.block();
    return block != null && !planner.isCold(code.heat(block));
  }

  /**
   * Follows functions to what implements them, through those that the JDK's combinators make of
   * others; returns the calls that this has brought.
   */
  private Set<Instr> follow(FunctionalCalls calls) {
    int bound = graph.instrIdBound();
    int before;
    do {
      functional += calls.replace().size();
      before = functional;
      CodeView code = new CodeView(method.owner(), graph, null);
      Map<Instr, CallPlan> plans = combined.plan(code, calls.combined(), this::mayGrow, decisions);
      functional += plans.size();
      if (!plans.isEmpty()) {
        expand(plans);
      }
    } while (functional > before);
    Set<Instr> made = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        if (Op.isInvoke(instr.op()) && instr.id() >= bound) {
          made.add(instr);
        }
      }
    }
    return made;
  }

  /** The classes of combinators are among the decisions: when one changes, so must the method. */
  private void sweep(FunctionalCalls calls) {
    CodeView code = new CodeView(method.owner(), graph, null);
    for (FunctionalCalls.Unneeded each : calls.sweep(code::isNonNull)) {
      decisions.add(
          CombinedCalls.decision(each.call(), each.combinator(), "what it makes is not needed", 0));
    }
  }

  private InlineOutcome outcome() {
    return new InlineOutcome(
        new DecisionTree(List.of()).add(decisions).decisions(),
        List.copyOf(assumptions),
        planner.callSites(),
        inlined,
        devirtualized,
        guards,
        functional);
  }

  /**
   * Inlines calls.
   *
   * @param only the calls to look at, or null for all
   */
  private void round(@Nullable MethodProfile profile, @Nullable Set<Instr> only) {
    CodeView code = new CodeView(method.owner(), graph, profile);
    PlannedCalls calls = planner.planCalls(code, 1, only);
    Map<Instr, CallPlan> chosen = choose(code, calls.plans());
    decisions.addAll(decisions(calls, chosen));
    expand(chosen);
  }

  private void expand(Map<Instr, CallPlan> chosen) {
    Splice splice = new Splice(graph, context.flag());
    new Expander(splice, context.world(), planner).expand(graph.blocks(), chosen, method.owner());
    splice.finish();
    DeadCode.removeUnreachable(graph);
    guards += FlagCheckElimination.run(splice);
    DeadCode.removeUnreachable(graph);
    splice.countMisses();
    assumptions.addAll(splice.assumptions());
    inlined += splice.inlined();
    devirtualized += splice.devirtualized();
  }

  /** The plans that save most per byte, as far as the method may grow. */
  private Map<Instr, CallPlan> choose(CodeView code, Map<Instr, CallPlan> plans) {
    List<FreeChoices.CallSite> ranked = new ArrayList<>();
    for (CallPlan plan : plans.values()) {
      Block block = plan.call().block();
      double heat = block == null ? 0 : code.heat(block);
      double worth = callWorth.gain(plan) * heat / (plan.bytes() + 8);
      ranked.add(new FreeChoices.CallSite(plan.call(), worth));
    }
    context.choices().rank(ranked);
    Map<Instr, CallPlan> chosen = new IdentityHashMap<>();
    for (FreeChoices.CallSite site : ranked) {
      CallPlan plan = plans.get(site.call());
      if (plan != null && mayGrow(plan.bytes(), mostGrowth(code, plan))) {
        chosen.put(plan.call(), plan);
      }
    }
    return chosen;
  }

  private int mostGrowth(CodeView code, CallPlan plan) {
    InlineLimits limits = context.limits();
    return plan.bytes() > limits.maxGrowthBytes() - growth && planner.loopsUnshared(code, plan)
        ? Math.max(limits.maxGrowthBytes(), limits.maxUnsharedBytes())
        : limits.maxGrowthBytes();
  }

  private boolean mayGrow(int bytes) {
    return mayGrow(bytes, context.limits().maxGrowthBytes());
  }

  /** Takes a body's bytes from those by which the method may still grow, if so many are left. */
  private boolean mayGrow(int bytes, int most) {
    int limit = Math.min(most, context.limits().maxMethodBytes() - method.method().codeLength());
    boolean fits = growth + bytes + CALL_BYTES <= limit;
    growth += fits ? bytes + CALL_BYTES : 0;
    return fits;
  }

  private static List<PlacedDecision> decisions(PlannedCalls calls, Map<Instr, CallPlan> chosen) {
    List<PlacedDecision> result = new ArrayList<>();
    int index = 0;
    for (InlineDecision decision : calls.decisions()) {
      Instr call = calls.sites().get(index++);
      boolean dropped = decision.inlined() && !chosen.containsKey(call);
      result.add(
          new PlacedDecision(
              call.position(),
              dropped
                  ? new InlineDecision(
                      decision.site(),
                      decision.line(),
                      decision.target(),
                      false,
                      "the method would grow too much",
                      decision.count(),
                      List.of())
                  : decision));
    }
    return result;
  }
}
