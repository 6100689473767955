package dev.jpgo.agent.control;

import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Has what a method takes in profiled, too, where nothing else is counted: of an inlined body in
 * which receivers are not known the calls would stay as they are.
 */
final class CalleeProfiles {
  private static final String REASON = "inlined in what is at work";

  private final ClassRegistry registry;
  private final TierOne tierOne;
  private final PlanQueue queue;
  private final int maxRewrites;
  private final DecisionLog decisions;
  private final List<MethodRecord> begun = new ArrayList<>();

  CalleeProfiles(
      ClassRegistry registry,
      TierOne tierOne,
      PlanQueue queue,
      int maxRewrites,
      DecisionLog decisions) {
    this.decisions = decisions;
    this.registry = registry;
    this.tierOne = tierOne;
    this.queue = queue;
    this.maxRewrites = maxRewrites;
  }

  /**
   * Has methods profiled that have not been so far.
   *
   * @param from whose code names them
   * @return whether any is about to be, or is: what takes them in had better wait for that
   */
  boolean profile(ClassRecord from, Set<MethodId> methods, long now) {
    boolean any = false;
    for (MethodId id : methods) {
      if (registry.find(from, id.owner()).orElse(null) instanceof ClassRecord owner
          && !Selection.isLeftOut(owner)
          && owner.initialized()
          && owner.attachment() instanceof ClassState state
          && state.layout() != null) {
        MethodInfo info = owner.info().method(id.name(), id.descriptor()).orElse(null);
        any |= info != null && profile(state, info, now);
      }
    }
    return any;
  }

  private boolean profile(ClassState state, MethodInfo info, long now) {
    MethodRecord known = state.promoted(info.ordinal());
    if (known != null && known.tier() != Tier.COUNTED) {
      return known.tier() == Tier.PROFILED && !tierOne.profiled(known);
    }
    if (state.isChanged() || !state.mayBeRewritten(maxRewrites, now)) {
      return false;
    }
    TierOne.Outcome outcome = tierOne.promote(state, info.ordinal(), 0, false, now, REASON);
    queue.add(state, 1);
    if (outcome != TierOne.Outcome.PLANNED) {
      return false;
    }
    MethodRecord method = state.promoted(info.ordinal());
    if (method != null) {
      begun.add(method);
      decisions.line("tier 1 " + Trials.named(method) + ": " + REASON);
    }
    return true;
  }

  /** Hands over those that have come to tier 1 since the last time. */
  void moveTo(Collection<MethodRecord> profiling) {
    profiling.addAll(begun);
    begun.clear();
  }
}
