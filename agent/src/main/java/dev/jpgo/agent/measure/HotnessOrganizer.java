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
  private static final long HALF_LIFE_NANOS = 10_000_000_000L;

  /** Over how long a rate is measured, at least: some iterations of what a program does. */
  private static final long RATE_NANOS = 200_000_000;

  private final long callThreshold;
  private final long loopThreshold;
  private Map<Place, Reading> readings = new HashMap<>();
  private long decayedAt;

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
   * What the counters of a method said when they were looked at for its rate.
   *
   * @param time when
   * @param recentCalls what would be counted in a half-life at the rate before
   * @param recentIterations the same
   */
  private record Reading(
      long calls, long iterations, long time, long recentCalls, long recentIterations) {
    Reading next(long callsNow, long iterationsNow, long now) {
      double halfLives = (double) (now - time) / HALF_LIFE_NANOS;
      return new Reading(
          callsNow,
          iterationsNow,
          now,
          (long) ((callsNow - calls) / halfLives),
          (long) ((iterationsNow - iterations) / halfLives));
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
    Map<Place, Reading> before = readings;
    readings = new HashMap<>();
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
    return hot;
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
      Map<Place, Reading> before,
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
          if (!state.aggressive()) {
            Reading reading = reading(state, layout, i, before, now);
            calls = Math.min(calls, reading.recentCalls);
            iterations = Math.min(iterations, reading.recentIterations);
          }
          if (calls * worth >= enoughCalls || iterations >= enoughIterations) {
            hot.add(new HotMethod(state, i, calls, iterations));
          }
        }
      }
    }
  }

  private Reading reading(
      ClassState state, TierZeroLayout layout, int ordinal, Map<Place, Reading> before, long now) {
    Place place = new Place(state, ordinal);
    Reading reading = before.get(place);
    if (reading == null || now - reading.time >= RATE_NANOS) {
      int counter = layout.callCounter(ordinal);
      long calls = counter == MethodVersion.NONE ? 0 : JpgoCounters.read(counter);
      long iterations = 0;
      for (int i = 0; i < layout.loops(ordinal); i++) {
        iterations += JpgoCounters.read(layout.firstLoop(ordinal) + i);
      }
      reading =
          reading == null
              ? new Reading(calls, iterations, now, Long.MAX_VALUE, Long.MAX_VALUE)
              : reading.next(calls, iterations, now);
    }
    readings.put(place, reading);
    return reading;
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
