package dev.jpgo.agent.control;

import dev.jpgo.agent.measure.HotMethod;
import dev.jpgo.core.world.CostModel;

/**
 * Whether a hot method is worth its way up: predicted time saved against the time that rewriting
 * takes. The prediction is Jikes RVM's: a program runs on for as long as it has run, and a method
 * keeps its share of it.
 */
final class PromotionPolicy {
  /** Two more versions of a class in batches, in nanoseconds. */
  private static final double VERSIONS = 1e6;

  /** The optimizer's time for a byte of code, with what is looked into around it. */
  private static final double BYTE = 15e3;

  /** What a method takes of the agent's time from tier 0 to its last version, about. */
  static final long METHOD_NANOS = 30_000_000;

  /** Share of a method's time that its optimization is expected to save. */
  private static final double SAVED = 0.3;

  /** What the counters remember is some seconds; the program has run, and will run, for longer. */
  private static final double LEAST = 0.02;

  /** Code of more bytes than that is mostly for other cases than the one at hand. */
  private static final int LONG = 100;

  private static final int UNSEEN_ITERATIONS = 16;

  /** Methods of aggressive classes come before all others. */
  private static final double AHEAD = 1e9;

  private final CostModel costs;
  private final double least;
  private final boolean unconditional;

  /**
   * @param eagerness how many times less a method has to be worth than by default; infinite where
   *     everything is wanted, however long that takes
   */
  PromotionPolicy(CostModel costs, double eagerness) {
    this.costs = costs;
    this.least = LEAST / eagerness;
    this.unconditional = Double.isInfinite(eagerness);
  }

  /** Whether everything is wanted, however long that takes. */
  boolean wantsAll() {
    return unconditional;
  }

  /**
   * How many methods can be taken all the way to their last version.
   *
   * @param left for how many nanoseconds work may go on
   */
  int affordable(long left) {
    return unconditional
        ? Integer.MAX_VALUE
        : (int) Math.min(Integer.MAX_VALUE, left / METHOD_NANOS);
  }

  /**
   * A decision about a method.
   *
   * @param priority the ratio of benefit to cost; more for methods of aggressive classes
   */
  record PromotionDecision(HotMethod method, boolean promote, double priority, double ratio) {
    /** The same without numbers, one of a few for all methods. */
    String word() {
      return method.owner().aggressive()
          ? "option aggressive"
          : method.iterations() > method.calls() ? "loops often" : "called often";
    }

    /** In words; they take their time, and most decisions are no. */
    String reason() {
      return method.calls()
          + " calls, "
          + method.iterations()
          + " iterations, benefit/cost "
          + Math.round(ratio * 1000) / 1000.0
          + (method.owner().aggressive() ? ", option aggressive" : "");
    }
  }

  /** About how many bytes of its code a call runs through: the longer it is, the smaller a part. */
  private static double executed(int codeLength) {
    return Math.min(codeLength, LONG) / 2.0 + Math.max(0, codeLength - LONG) / 8.0;
  }

  /**
   * Decides about one method.
   *
   * @param codeLength length of its bytecode
   * @param loops number of its loops: a loop that ends before its patchpoint's period is not
   *     counted, so some iterations are taken for granted
   */
  PromotionDecision decide(HotMethod method, int codeLength, int loops) {
    double once = costs.bytecode() * executed(codeLength);
    double perCall = costs.virtualCall() + once * (loops > 0 ? UNSEEN_ITERATIONS : 1);
    double perIteration = once / Math.max(1, loops);
    double calls = (double) method.calls() * method.owner().worth(method.ordinal());
    double saved = SAVED * (calls * perCall + method.iterations() * perIteration);
    double ratio = saved / (VERSIONS + BYTE * codeLength);
    return method.owner().aggressive()
        ? new PromotionDecision(method, true, AHEAD + ratio, ratio)
        : new PromotionDecision(method, ratio >= least, ratio, ratio);
  }
}
