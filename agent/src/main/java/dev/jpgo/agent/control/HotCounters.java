package dev.jpgo.agent.control;

import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Has classes go without tier 0's counters where C1 compiles and these cost something: what loops
 * is counted there from the moment that its class is loaded, to tell that it does not run for long,
 * and of what is called hundreds of thousands of times a second that is known by now. What becomes
 * of methods of such a class later has no counters either; optimized code that is there keeps its
 * own.
 */
final class HotCounters {
  private static final long LOOK_NANOS = 5_000_000_000L;

  /** Calls a second of the methods of a class that are counted. */
  private static final long RATE = 300_000;

  private final Trials trials;
  private final PlanQueue queue;
  private final int maxRewrites;
  private final DecisionLog decisions;
  private Map<ClassState, Long> before = new HashMap<>();
  private long lookedAt;

  HotCounters(Trials trials, PlanQueue queue, int maxRewrites, DecisionLog decisions) {
    this.trials = trials;
    this.queue = queue;
    this.maxRewrites = maxRewrites;
    this.decisions = decisions;
    this.lookedAt = System.nanoTime();
  }

  /** Looks at what was counted, now and then. */
  void round(List<ClassState> active, long now) {
    if (now - lookedAt < LOOK_NANOS) {
      return;
    }
    double seconds = (now - lookedAt) / 1e9;
    lookedAt = now;
    Map<ClassState, Long> counts = new HashMap<>();
    for (ClassState state : active) {
      if (state.counts()) {
        long count = state.counted();
        long rate = (long) ((count - before.getOrDefault(state, 0L)) / seconds);
        if (rate < RATE || !isSettled(state, now)) {
          counts.put(state, count);
        } else {
          state.endCounting();
          queue.add(state, 0.5);
          decisions.line(state.record() + " is not counted any more: " + rate + " calls a second");
        }
      }
    }
    before = counts;
  }

  /** Whether nothing is under way in a class that its counters would be of use for. */
  private boolean isSettled(ClassState state, long now) {
    for (MethodRecord method : state.promoted()) {
      if (method.tier() == Tier.PROFILED || method.isNew()) {
        return false;
      }
    }
    return state.status() == ClassState.Status.REWRITTEN
        && state.mayBeRewritten(maxRewrites, now)
        && !state.isReverted()
        && !trials.isTrying(state);
  }
}
