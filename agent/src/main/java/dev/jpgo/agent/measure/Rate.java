package dev.jpgo.agent.measure;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.runtime.JpgoCounters;

/**
 * How often a method is called and its loops turn, as calls and iterations of a half-life, since it
 * was looked at first. Of the JDK's methods only what is counted while the agent rests says that
 * the program calls them, since the agent's own code calls them too, and the more, the more there
 * is to do.
 */
final class Rate {
  /** Over how long a rate is measured, at least: some iterations of what a program does. */
  private static final long RECENT_NANOS = 200_000_000;

  /** Of more rest than that half is forgotten: what a program does changes. */
  private static final long REMEMBERED_NANOS = 2_000_000_000;

  /** A count of calls and one of iterations. */
  private record Counts(long calls, long iterations) {
    Counts minus(Counts other) {
      return new Counts(calls - other.calls, iterations - other.iterations);
    }

    Counts plus(Counts other) {
      return new Counts(calls + other.calls, iterations + other.iterations);
    }

    /** What these come to in a half-life if they are of so many nanoseconds. */
    Counts perHalfLife(long nanos) {
      double halfLives = (double) nanos / HotnessOrganizer.HALF_LIFE_NANOS;
      return new Counts((long) (calls / halfLives), (long) (iterations / halfLives));
    }
  }

  private static final Counts NONE = new Counts(0, 0);
  private static final Counts UNKNOWN = new Counts(Long.MAX_VALUE, Long.MAX_VALUE);

  private final ClassState owner;
  private final int ordinal;
  private final boolean restsOnly;
  private Counts last;
  private long lastAt;
  private Counts recent = UNKNOWN;
  private Counts restBegan = NONE;
  private Counts inRests = NONE;
  private long restNanos;

  /** Of a method of a class that has counters, by its place in the method table. */
  Rate(ClassState owner, int ordinal, long now) {
    this.owner = owner;
    this.ordinal = ordinal;
    this.restsOnly = owner.record().isOfJdk();
    this.last = read();
    this.lastAt = now;
  }

  /** Calls nothing of the JDK's that is counted: it would be taken for the program's. */
  private Counts read() {
    TierZeroLayout layout = owner.layout();
    if (layout == null) {
      return NONE;
    }
    int counter = layout.callCounter(ordinal);
    long calls = counter == MethodVersion.NONE ? 0 : JpgoCounters.read(counter);
    long iterations = 0;
    for (int i = 0; i < layout.loops(ordinal); i++) {
      iterations += JpgoCounters.read(layout.firstLoop(ordinal) + i);
    }
    return new Counts(calls, iterations);
  }

  /** Measures anew if the last time was long enough ago. */
  void update(long now) {
    if (now - lastAt >= RECENT_NANOS) {
      Counts counts = read();
      recent = counts.minus(last).perHalfLife(now - lastAt);
      last = counts;
      lastAt = now;
    }
  }

  /** Whether rests are to be told to this one. */
  boolean listens() {
    return restsOnly;
  }

  /** The agent rests from now on. */
  void restBegins() {
    restBegan = read();
  }

  /** The agent has rested for so long. */
  void restEnds(long nanos) {
    inRests = inRests.plus(read().minus(restBegan));
    restNanos += nanos;
    if (restNanos > REMEMBERED_NANOS) {
      inRests = new Counts(inRests.calls / 2, inRests.iterations / 2);
      restNanos /= 2;
    }
  }

  /** Whether a rest is to tell who calls the method, and there was none. */
  boolean wantsRest() {
    return restsOnly && restNanos < HotnessOrganizer.REST_NANOS;
  }

  /** Calls in a half-life, whoever makes them; {@link Long#MAX_VALUE} if that is not known yet. */
  long calls() {
    return recent.calls;
  }

  /** Iterations, likewise. */
  long iterations() {
    return recent.iterations;
  }

  /**
   * Calls in a half-life that the program makes, as far as is known; {@link Long#MAX_VALUE}: all.
   */
  long programCalls() {
    return inRests().calls;
  }

  /** Iterations, likewise. */
  long programIterations() {
    return inRests().iterations;
  }

  private Counts inRests() {
    if (!restsOnly) {
      return UNKNOWN;
    }
    return wantsRest() ? NONE : inRests.perHalfLife(restNanos);
  }
}
