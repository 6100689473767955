package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.Promotion;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.core.phase.substitute.Substitutions;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has methods of the JDK that get another body ({@link Substitutions}) go to tier 2 as soon as
 * anything of their class is hot: nothing about them has to be counted first.
 */
final class Replacements {
  private final TierTwo tierTwo;
  private final PlanQueue queue;
  private final Statistics statistics;

  /** Methods whose code is not one that is replaced. */
  private final Set<MethodInfo> others = new HashSet<>();

  Replacements(TierTwo tierTwo, PlanQueue queue, Statistics statistics) {
    this.tierTwo = tierTwo;
    this.queue = queue;
    this.statistics = statistics;
  }

  /** Whether a class has methods that may be replaced. */
  static boolean holdsSome(ClassState state) {
    return Substitutions.holdsSome(state.record());
  }

  /**
   * Replaces what has been called of a class, a hot one that {@linkplain #holdsSome has such}.
   *
   * @return whether something of it is on its way, so that what was counted says nothing of what
   *     will be hot: what was called by what is replaced may not be called any more
   */
  boolean take(ClassState state, long now) {
    TierZeroLayout layout = state.layout();
    if (layout == null) {
      return false;
    }
    boolean any = false;
    for (MethodInfo method : state.record().info().methods()) {
      any |=
          Substitutions.mayReplace(state.record(), method)
              && (isOnItsWay(state.promoted(method.ordinal()))
                  || isCalled(state, layout, method.ordinal()) && replace(state, method, now));
    }
    if (any) {
      for (int i = 0; i < layout.counters(); i++) {
        state.forget(layout.firstCounter() + i);
      }
      queue.add(state, 10);
    }
    return any;
  }

  private static boolean isOnItsWay(@Nullable MethodRecord method) {
    return method != null && method.tier() == Tier.OPTIMIZED && method.isNew();
  }

  private static boolean isCalled(ClassState state, TierZeroLayout layout, int ordinal) {
    int counter = layout.callCounter(ordinal);
    return counter != MethodVersion.NONE && state.since(counter) > 0;
  }

  private boolean replace(ClassState state, MethodInfo method, long now) {
    MethodRecord before = state.promoted(method.ordinal());
    if (before != null && (before.tier() != Tier.COUNTED || !before.isDue(now))
        || others.contains(method)) {
      return false;
    }
    if (!tierTwo.replaces(state.record(), method)) {
      others.add(method);
      return false;
    }
    MethodRecord record = state.promote(method);
    tierTwo.compile(record, now, "replaced");
    boolean done = record.tier() == Tier.OPTIMIZED;
    if (done) {
      statistics.promoted(Promotion.TIER2);
    }
    return done;
  }
}
