package dev.jpgo.agent.measure;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.runtime.JpgoCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the methods in tier 0 whose counters have passed a threshold. What was counted loses half
 * its weight every {@link #HALF_LIFE_NANOS}, so that a method is hot by its rate and not by its age
 * (Jikes RVM's decay organizer). Of {@linkplain ClassState#aggressive aggressive} classes one call
 * is enough.
 */
public final class HotnessOrganizer {
  private static final long HALF_LIFE_NANOS = 10_000_000_000L;

  private final long callThreshold;
  private final long loopThreshold;
  private long decayedAt;

  /**
   * @param callThreshold calls; 0 counts as 1
   * @param loopThreshold loop iterations; 0 counts as 1
   */
  public HotnessOrganizer(long callThreshold, long loopThreshold, long now) {
    this.callThreshold = Math.max(1, callThreshold);
    this.loopThreshold = Math.max(1, loopThreshold);
    this.decayedAt = now;
  }

  /** Reads the counters of these classes. */
  public List<HotMethod> poll(Iterable<ClassState> classes, long now) {
    boolean decay = now - decayedAt >= HALF_LIFE_NANOS;
    if (decay) {
      decayedAt = now;
    }
    List<HotMethod> hot = new ArrayList<>();
    for (ClassState state : classes) {
      TierZeroLayout layout = state.layout();
      if (layout != null && layout.counters() > 0) {
        if (mayBeHot(state, layout)) {
          collect(state, layout, hot);
        }
        if (decay) {
          decay(state, layout);
        }
      }
    }
    return hot;
  }

  /** A quick look over the range of the class: most have nothing in it. */
  private boolean mayBeHot(ClassState state, TierZeroLayout layout) {
    long threshold = state.aggressive() ? 1 : Math.min(callThreshold, loopThreshold);
    int first = layout.firstCounter();
    int end = first + layout.counters();
    for (int i = first; i < end; i++) {
      if (JpgoCounters.read(i) >= threshold && state.since(i) >= threshold) {
        return true;
      }
    }
    return false;
  }

  private void collect(ClassState state, TierZeroLayout layout, List<HotMethod> hot) {
    long enoughCalls = state.aggressive() ? 1 : callThreshold;
    long enoughIterations = state.aggressive() ? 1 : loopThreshold;
    for (int i = 0; i < layout.methods(); i++) {
      long calls = calls(state, layout, i);
      long iterations = iterations(state, layout, i);
      if (calls >= enoughCalls || iterations >= enoughIterations) {
        MethodRecord method = state.promoted(i);
        if (method == null || method.tier() == Tier.COUNTED) {
          hot.add(new HotMethod(state, i, calls, iterations));
        }
      }
    }
  }

  private static long calls(ClassState state, TierZeroLayout layout, int ordinal) {
    int counter = layout.callCounter(ordinal);
    return counter == MethodVersion.NONE ? 0 : state.since(counter);
  }

  private static long iterations(ClassState state, TierZeroLayout layout, int ordinal) {
    long sum = 0;
    int firstLoop = layout.firstLoop(ordinal);
    for (int i = layout.loops(ordinal); i > 0; i--) {
      sum += state.since(firstLoop + i - 1);
    }
    return sum;
  }

  private static void decay(ClassState state, TierZeroLayout layout) {
    int first = layout.firstCounter();
    for (int i = 0; i < layout.counters(); i++) {
      long since = state.since(first + i);
      if (since > 0) {
        state.forget(first + i, (since + 1) / 2);
      }
    }
  }
}
