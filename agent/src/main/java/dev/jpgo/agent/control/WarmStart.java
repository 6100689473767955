package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.Promotion;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.warm.KnownMethods;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.cache.FactCheck;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Takes methods that an earlier run knew to be hot to tier 2 as soon as their classes are there,
 * whatever this run has counted.
 *
 * <p>Classes of that run are {@linkplain Arrivals looked at} as they come. A hot method is compiled
 * when the classes are there, initialized and looked at, whose code it had inlined then; if some
 * never come, as soon as it is hot in this run. Then too without having been profiled.
 *
 * <p>Counts of another run are no more than a hint to the optimizer, like those of this one: what
 * it makes is right whatever they say, and {@link ReprofilePolicy} sees to methods that are slow
 * for it.
 */
final class WarmStart {
  private static final long SLICE_NANOS = 400_000_000;

  /** A class may be there, and its name not yet resolved by the loader that needs it. */
  private static final long LOOK_NANOS = 1_000_000_000;

  private static final long FIRST_LOOK_NANOS = 30_000_000;
  private static final int MOST_LOOKS = 10;

  /** How long a method that is hot may wait for classes that its version needs. */
  private static final long EXPECTED_NANOS = 1_500_000_000;

  /** How many versions a method may have had that is given the same again. */
  private static final int MOST_GENERATIONS = 3;

  private final Controller.Parts parts;
  private final int maxRewrites;
  private final TierOne tierOne;
  private final TierTwo tierTwo;
  private final CodeReuse reuse;
  private final PlanQueue queue;
  private final Arrivals arrivals;
  private final Distrust distrust;
  private final List<Candidate> waiting = new ArrayList<>();
  private final PriorityQueue<Candidate> ready = new PriorityQueue<>();
  private final List<Candidate> later = new ArrayList<>();
  private boolean arrived;
  private long lookedAt;

  WarmStart(
      KnownMethods known,
      Controller.Parts parts,
      int maxRewrites,
      TierOne tierOne,
      TierTwo tierTwo,
      PlanQueue queue) {
    this.parts = parts;
    this.maxRewrites = maxRewrites;
    this.tierOne = tierOne;
    this.tierTwo = tierTwo;
    this.reuse = tierTwo.reuse();
    this.queue = queue;
    this.arrivals = new Arrivals(known, parts, reuse);
    this.distrust = new Distrust(known, parts.registry());
    parts.statistics().known(known.hot());
  }

  /** Where classes that have been loaded are to be told. */
  Arrivals arrivals() {
    return arrivals;
  }

  /** Where methods are to be told whose versions were not made for what the program does. */
  Distrust distrust() {
    return distrust;
  }

  /** Whether methods could be compiled at once. */
  boolean busy() {
    return !ready.isEmpty();
  }

  /** Whether methods wait for bytes that the next versions of classes bring. */
  boolean awaitsBytes() {
    if (!later.isEmpty() || arrivals.any()) {
      return true;
    }
    for (Candidate candidate : waiting) {
      if (!candidate.bytes.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Methods that wait for classes. */
  int waiting() {
    return waiting.size() + later.size();
  }

  /**
   * Looks at what has arrived, and compiles for a while; in order of promise.
   *
   * @return whether there is more to be compiled
   */
  boolean round(long now) {
    ready.addAll(later);
    later.clear();
    arrived |= arrivals.look(waiting);
    boolean all = arrived || now - lookedAt >= LOOK_NANOS;
    if (all) {
      arrived = false;
      lookedAt = now;
    }
    lookAtWaiting(now, all);
    WorkBudget slice = new WorkBudget(100);
    slice.start(System.nanoTime());
    while (!ready.isEmpty()
        && !parts.turn().wanted()
        && !slice.spent(System.nanoTime(), SLICE_NANOS)) {
      compile(ready.remove(), now);
    }
    return busy();
  }

  /**
   * A method of this class is hot in this run. If an earlier one knew it, it is optimized now, or
   * next.
   *
   * @param inLoop whether it is hot for a loop that may not end
   * @return whether that is so, and it need not be profiled
   */
  boolean take(ClassState state, int ordinal, boolean inLoop, long now) {
    MethodRecord record = state.promoted(ordinal);
    if (record != null && record.retried()) {
      return false; // it has been tried: the usual way
    }
    if (!state.record().known()) {
      return false; // where memory is short its bytes are gone again
    }
    MethodInfo info = state.record().info().methods().get(ordinal);
    KnownMethod method = state.known(ordinal);
    CodeReuse.Found version = inLoop ? null : reuse.find(state.record(), info);
    if (version != null && version.fitting() != null) {
      return install(new Candidate(state, info, method, true), version.fitting(), now);
    }
    if (method == null || !method.hot()) {
      return false;
    }
    ready.add(new Candidate(state, info, method, false));
    return true;
  }

  /**
   * Whether a version of this method lies ready that may hold in a moment, so that it need not be
   * profiled although it is hot. A moment after it was asked about for the first time it must be.
   */
  boolean isExpected(ClassState state, int ordinal, long now) {
    for (Candidate candidate : waiting) {
      if (candidate.cached && candidate.state == state && candidate.info.ordinal() == ordinal) {
        candidate.hotSince = candidate.hotSince == 0 ? now : candidate.hotSince;
        return now - candidate.hotSince < EXPECTED_NANOS;
      }
    }
    return false;
  }

  /**
   * The flag of this method's version is down. A class of the JDK that is loaded before what it
   * extends is known counts as one that may break any assumption; where none is broken, the same
   * version holds with another flag.
   *
   * @return whether that is so, and the method need not be profiled again
   */
  boolean holdsAgain(MethodRecord method, long now) {
    ClassState state = method.owner();
    if (method.generation() > MOST_GENERATIONS
        || method.reprofiles() > 0
        || !method.osrLoops().isEmpty()
        || !state.mayBeRewritten(maxRewrites, now)
        || state.isChanged()) {
      return false;
    }
    CodeReuse.Found found = reuse.find(state.record(), method.info());
    if (found == null
        || found.fitting() == null
        || !(found.fitting().version().outcome() instanceof Version.Better)
        || !tierTwo.install(method, found.fitting(), now)
        || !method.isNew()) {
      return false;
    }
    queue.add(state, 10);
    return true;
  }

  /**
   * Finds those that may have what they waited for.
   *
   * @param all whether to look for more than what is known to be on its way
   */
  private void lookAtWaiting(long now, boolean all) {
    for (Iterator<Candidate> each = waiting.iterator(); each.hasNext(); ) {
      Candidate candidate = each.next();
      if (candidate.state.record().type() == null) {
        each.remove();
      } else if (candidate.cached ? mayHold(candidate, now) : all && isComplete(candidate)) {
        each.remove();
        ready.add(candidate);
      }
    }
  }

  /** Whether it makes sense to look again whether its version holds. */
  private boolean mayHold(Candidate candidate, long now) {
    if (!candidate.bytes.isEmpty()) {
      for (ClassRecord each : candidate.bytes) {
        if (each.fingerprint(true) == 0 && now - candidate.notBefore < 0) {
          return false;
        }
      }
      return true;
    }
    return now - candidate.notBefore >= 0
        && (candidate.missing.isEmpty() || parts.registry().isLoaded(candidate.missing));
  }

  private boolean isComplete(Candidate candidate) {
    KnownMethod method = candidate.known;
    if (method == null) {
      return false;
    }
    List<String> needs = method.needs();
    while (candidate.found < needs.size()) {
      ClassRecord from = candidate.state.record();
      LoadedClass type = parts.registry().find(from, needs.get(candidate.found)).orElse(null);
      if (type == null || !type.initialized() || !arrivals.isLookedAt((ClassRecord) type)) {
        return false;
      }
      candidate.found++;
    }
    return true;
  }

  private void compile(Candidate candidate, long now) {
    if (!isCurrent(candidate, now)) {
      return;
    }
    if (candidate.cached) {
      CodeReuse.Found version = reuse.find(candidate.state.record(), candidate.info);
      if (version != null && version.fitting() != null) {
        install(candidate, version.fitting(), now);
      } else if (version != null && version.verdict() == FactCheck.Verdict.NOT_YET) {
        candidate.missing = version.missing();
        candidate.bytes = version.bytesWanted();
        candidate.notBefore = now + Math.min(LOOK_NANOS, FIRST_LOOK_NANOS << candidate.looks);
        candidate.looks = Math.min(candidate.looks + 1, MOST_LOOKS);
        waiting.add(candidate);
      } else {
        candidate.cached = false;
        waiting.add(candidate);
      }
      return;
    }
    KnownMethod method = candidate.known;
    MethodRecord record = method == null ? null : begin(candidate);
    if (record != null && !record.isDue(now)) {
      later.add(candidate);
    } else if (method != null && record != null) {
      record.recognize(method.profile().codeHash());
      if (record.osrLoops().isEmpty()) {
        tierOne.prepareLoops(record, method.loops());
      }
      tierTwo.compile(record, now, "known to be hot from an earlier run");
      queue.addUrgent(candidate.state, 10);
      settle(candidate, record);
    }
  }

  private boolean isCurrent(Candidate candidate, long now) {
    ClassState state = candidate.state;
    MethodRecord before = state.promoted(candidate.info.ordinal());
    return state.mayBeRewritten(maxRewrites, now)
        && !state.isChanged()
        && state.record().type() != null
        && state.known(candidate.info.ordinal()) == candidate.known
        && (before == null || before.tier() == Tier.COUNTED);
  }

  /** The record of a method, whose class has counters; null when its bytes must be had first. */
  private @Nullable MethodRecord begin(Candidate candidate) {
    ClassState state = candidate.state;
    byte[] bytes = arrivals.bytes(state.record());
    if (bytes == null) {
      later.add(candidate);
      return null;
    }
    if (state.layout() == null) {
      parts.redefiner().layOutAhead(state, bytes);
    }
    return state.promote(candidate.info);
  }

  /** Takes a version of the cache over; false when that cannot be done. */
  private boolean install(Candidate candidate, CodeReuse.Fitting version, long now) {
    boolean better = version.version().outcome() instanceof Version.Better;
    if (!better && candidate.state.layout() == null) {
      return true; // it is not worth a version of the class; it may be asked about again
    }
    MethodRecord record = begin(candidate);
    if (record == null || !record.osrLoops().isEmpty()) {
      return record == null;
    }
    KnownMethod method = candidate.known;
    if (method != null) {
      record.recognize(method.profile().codeHash());
    }
    if (!tierTwo.install(record, version, now)) {
      return false;
    }
    if (record.tier() == Tier.OPTIMIZED) {
      parts.statistics().promoted(Promotion.TIER2);
      queue.addUrgent(candidate.state, 10);
    } else if (record.tier() == Tier.COUNTED) {
      later.add(candidate);
    }
    return true;
  }

  private void settle(Candidate candidate, MethodRecord method) {
    Statistics statistics = parts.statistics();
    switch (method.tier()) {
      case OPTIMIZED -> {
        statistics.promoted(Promotion.TIER2);
        statistics.warmed(true);
      }
      case PLAIN, COUNTED -> later.add(candidate);
      case PROFILED, SETTLED, QUARANTINED -> statistics.warmed(false);
    }
  }
}
