package dev.jpgo.agent.control;

import dev.jpgo.agent.measure.HotMethod;
import dev.jpgo.core.world.CostModel;

/**
 * Whether a hot method is worth its way up: predicted time saved against the time that rewriting
 * takes. The prediction is Jikes RVM's: a program runs on for as long as it has run, and a method
 * keeps its share of it.
 */
final class PromotionPolicy {
  /** Two more versions of a class in batches, and the optimizer's time, in nanoseconds. */
  private static final double COST = 4e6;

  private final CostModel costs;
  private final boolean unconditional;

  /**
   * @param unconditional whether thresholds are so low that the user wants everything promoted
   */
  PromotionPolicy(CostModel costs, boolean unconditional) {
    this.costs = costs;
    this.unconditional = unconditional;
  }

  /** A decision with its reason, and the ratio of benefit to cost. */
  record PromotionDecision(boolean promote, double priority, String reason) {}

  /** Decides about one method. */
  PromotionDecision decide(HotMethod method, int codeLength) {
    double perCall = (costs.virtualCall() + costs.bytecode() * codeLength / 3) / 4;
    double perIteration = costs.bytecode() * 2;
    double saved = method.calls() * perCall + method.iterations() * perIteration;
    double ratio = saved / COST;
    String reason =
        method.calls() + " calls, " + method.iterations() + " iterations, benefit/cost " + ratio;
    return new PromotionDecision(unconditional || ratio >= 0.02, ratio, reason);
  }
}
