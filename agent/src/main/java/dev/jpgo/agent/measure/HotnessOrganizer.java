package dev.jpgo.agent.measure;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.runtime.JpgoCounters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods in tier 0 whose counters have passed a threshold. What was counted loses half
 * its weight every {@link #HALF_LIFE_NANOS}, so that a method is hot by its rate and not by its age
 * (Jikes RVM's decay organizer). That is too slow for a method that its callers have taken in since
 * it was hot first: who is found again must still be called so often that it would be hot by that
 * alone. Of {@linkplain ClassState#aggressive aggressive} classes one call is enough.
 */
public final class HotnessOrganizer {
  static final long HALF_LIFE_NANOS = 10_000_000_000L;

  /** For how long the agent has to rest until it can be told who calls a method of the JDK's. */
  public static final long REST_NANOS = 10_000_000;

  private final long callThreshold;
  private final long loopThreshold;
  private Map<Place, Rate> rates = new HashMap<>();
  private Rate[] listening = {};
  private long decayedAt;
  private long restsSince;

  /** A method. What a record has of its own takes a tenth of a second to be linked, interpreted. */
  private record Place(ClassState owner, int ordinal) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Place that && owner == that.owner && ordinal == that.ordinal;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(owner) * 31 + ordinal;
    }
  }

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
    Map<Place, Rate> before = rates;
    rates = new HashMap<>();
    for (ClassState state : classes) {
      TierZeroLayout layout = state.layout();
      if (layout != null && layout.counters() > 0) {
        if (mayBeHot(state, layout)) {
          collect(state, layout, before, now, hot);
        }
        if (decay) {
          decay(state, layout);
        }
      }
    }
    listening = listening();
    return hot;
  }

  /** An array: who goes through a list while the rest begins counts himself. */
  private Rate[] listening() {
    List<Rate> found = new ArrayList<>();
    for (Rate rate : rates.values()) {
      if (rate.listens()) {
        found.add(rate);
      }
    }
    return found.toArray(new Rate[0]);
  }

  /** A quick look over the range of the class: most have nothing in it. */
  private boolean mayBeHot(ClassState state, TierZeroLayout layout) {
    long threshold =
        state.aggressive()
            ? 1
            : Math.max(1, Math.min(callThreshold / state.mostWorth(), loopThreshold));
    int first = layout.firstCounter();
    int end = first + layout.counters();
    for (int i = first; i < end; i++) {
      if (JpgoCounters.read(i) >= threshold && state.since(i) >= threshold) {
        return true;
      }
    }
    return false;
  }

  private void collect(
      ClassState state,
      TierZeroLayout layout,
      Map<Place, Rate> before,
      long now,
      List<HotMethod> hot) {
    long enoughCalls = state.aggressive() ? 1 : callThreshold;
    long enoughIterations = state.aggressive() ? 1 : loopThreshold;
    for (int i = 0; i < layout.methods(); i++) {
      long calls = calls(state, layout, i);
      long iterations = iterations(state, layout, i);
      long worth = state.worth(i);
      if (calls * worth >= enoughCalls || iterations >= enoughIterations) {
        MethodRecord method = state.promoted(i);
        if (method == null || method.tier() == Tier.COUNTED) {
          Rate rate = state.aggressive() ? null : rate(state, i, before, now);
          if (rate != null) {
            calls = Math.min(calls, rate.calls());
            iterations = Math.min(iterations, rate.iterations());
          }
          if (calls * worth >= enoughCalls || iterations >= enoughIterations) {
            hot.add(hot(state, i, calls, iterations, enoughCalls / worth, enoughIterations, rate));
          }
        }
      }
    }
  }

  private static HotMethod hot(
      ClassState state,
      int ordinal,
      long calls,
      long iterations,
      long enoughCalls,
      long enoughIterations,
      @Nullable Rate rate) {
    long programCalls = rate == null ? calls : Math.min(calls, rate.programCalls());
    long programIterations =
        rate == null ? iterations : Math.min(iterations, rate.programIterations());
    boolean ours = programCalls < enoughCalls && programIterations < enoughIterations;
    return new HotMethod(
        state, ordinal, calls, iterations, ours ? 0 : programCalls, ours ? 0 : programIterations);
  }

  private Rate rate(ClassState state, int ordinal, Map<Place, Rate> before, long now) {
    Place place = new Place(state, ordinal);
    Rate rate = before.get(place);
    if (rate == null) {
      rate = new Rate(state, ordinal, now);
    } else {
      rate.update(now);
    }
    rates.put(place, rate);
    return rate;
  }

  /**
   * Whether there is a method of the JDK's of which only a rest of {@link #REST_NANOS} can tell who
   * calls it.
   */
  public boolean wantsRest() {
    for (Rate rate : listening) {
      if (rate.wantsRest()) {
        return true;
      }
    }
    return false;
  }

  /** The agent does nothing from now on: what is counted is the program's. */
  public void restBegins(long now) {
    restsSince = now;
    for (Rate rate : listening) {
      rate.restBegins();
    }
  }

  /** The agent goes on with its work. */
  public void restEnds(long now) {
    for (Rate rate : listening) {
      rate.restEnds(now - restsSince);
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
