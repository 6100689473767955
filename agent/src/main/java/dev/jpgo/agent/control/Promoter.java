package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Statistics.Promotion;
import dev.jpgo.agent.measure.HotMethod;
import dev.jpgo.agent.measure.HotnessOrganizer;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.collect.Ordering;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends methods to tier 1, the most promising first, and knows which are there. */
final class Promoter {
  /** By then a method in tier 1 has been called, unless its callers have taken it in. */
  private static final long RECENT_NANOS = 500_000_000;

  /** By then it has been compiled, unless it cannot be. */
  private static final long OVERDUE_NANOS = 10_000_000_000L;

  /**
   * So often what is at work is begun: each version of a class has all of its code compiled anew,
   * so its methods had better come together.
   */
  private static final long SELECT_NANOS = 2_000_000_000;

  /** After how long one may rest again to hear what the program does by itself. */
  private static final long LISTENING_NANOS = 100_000_000;

  private final Controller.Parts parts;
  private final Controller.Limits limits;
  private final @Nullable Selection selection;
  private final HotnessOrganizer hotness;
  private final PromotionPolicy policy;
  private final TierOne tierOne;
  private final PlanQueue queue;
  private final WarmStart warm;
  private final Replacements replacements;
  private final Set<MethodRecord> profiling = new LinkedHashSet<>();
  private long selectedAt;
  private boolean awaited;
  private boolean listens;
  private boolean begun;
  private long listenedAt;

  /**
   * @param selection what may be promoted; null: everything
   */
  Promoter(
      Controller.Parts parts,
      Controller.Limits limits,
      @Nullable Selection selection,
      HotnessOrganizer hotness,
      PromotionPolicy policy,
      TierOne tierOne,
      PlanQueue queue,
      WarmStart warm,
      Replacements replacements) {
    this.parts = parts;
    this.limits = limits;
    this.selection = selection;
    this.hotness = hotness;
    this.policy = policy;
    this.tierOne = tierOne;
    this.queue = queue;
    this.warm = warm;
    this.replacements = replacements;
    this.listenedAt = System.nanoTime();
    this.selectedAt = listenedAt;
  }

  /** Methods that are profiled; who takes one further removes it. */
  Set<MethodRecord> profiling() {
    return profiling;
  }

  /** Whether methods are in tier 1 that run, so that they are slow. */
  boolean isProfiling(long now) {
    if (limits.profiling() == Integer.MAX_VALUE) {
      return false; // they are not waited for
    }
    for (MethodRecord method : profiling) {
      if (runs(method, now)) {
        return true;
      }
    }
    return false;
  }

  /** How many methods can be made in so many nanoseconds of work. */
  int affordable(long left) {
    return policy.affordable(left);
  }

  /** Whether more methods were hot, when the counters were read last, than could be begun. */
  boolean isAwaited() {
    return awaited;
  }

  /** A round begins, and the agent's own calls with it. */
  void roundBegins() {
    listens = false;
    hotness.restEnds(System.nanoTime());
  }

  /** A round is over. */
  void roundEnds() {
    hotness.restBegins(System.nanoTime());
  }

  /** Whether a short rest is to follow, even if there is more to do. */
  boolean listens() {
    return listens;
  }

  /** Has a rest follow, now and then, if there is a method of which one does not know who calls. */
  private void listen(long now) {
    listens =
        !awaited
            && !policy.wantsAll()
            && now - listenedAt >= LISTENING_NANOS
            && hotness.wantsRest();
    if (listens) {
      listenedAt = now;
    }
  }

  /**
   * Promotes what these classes' counters call hot, as many as can be finished.
   *
   * @param left for how many nanoseconds work may go on
   */
  void promoteHot(Iterable<ClassState> active, long now, long left) {
    int room = Math.min(limits.profiling(), policy.affordable(left)) - inTierOne(now);
    if (room <= 0) {
      awaited |= policy.affordable(left) <= 0; // or counters would take all that comes in
      return; // what is hot will be hot at the next poll
    }
    List<Candidate> candidates = new ArrayList<>();
    if (selection != null) {
      if (now - selectedAt >= SELECT_NANOS) {
        selectedAt = now;
        select(active, selection, now, candidates);
        promote(candidates, room, now);
      }
      return;
    }
    List<HotMethod> hot = hotness.poll(active, now);
    listen(now);
    hot.removeIf(method -> isReplaced(method.owner(), now));
    for (HotMethod method : hot) {
      if (!method.isOurs()) {
        add(candidates, candidate(method.ofProgram(), now));
      }
    }
    awaited = room < candidates.size();
    if (awaited || !begun || policy.wantsAll()) { // what makes the agent faster pays, too
      candidates.clear();
      for (HotMethod method : hot) {
        add(candidates, candidate(method, now));
      }
    }
    promote(candidates, room, now);
  }

  private void promote(List<Candidate> candidates, int room, long now) {
    Ordering.sort(candidates);
    int count = Math.min(room, candidates.size());
    begun |= count > 0;
    for (Candidate candidate : candidates.subList(0, count)) {
      if (parts.turn().wanted()) {
        return; // the rest is looked at again at the next poll
      }
      promote(candidate, now);
    }
  }

  /** Finds what is seen at work, where that is what counts. */
  private void select(
      Iterable<ClassState> active, Selection selected, long now, List<Candidate> candidates) {
    for (ClassState state : active) {
      TierZeroLayout layout = state.layout();
      boolean concerned = selected.contains(state) || state.aggressive();
      if (layout == null || !concerned || !isOpen(state, now)) {
        continue;
      }
      if (isWithoutBytes(state)) {
        queue.add(state, 1); // which has them handed over
        continue;
      }
      for (MethodInfo info : state.record().info().methods()) {
        MethodRecord method = state.promoted(info.ordinal());
        double share = selected.share(state, info.name());
        if ((selected.contains(state, info.name()) || state.aggressive())
            && (method == null || method.tier() == Tier.COUNTED)
            && info.hasCode()
            && !warm.isExpected(state, info.ordinal(), now)) {
          HotMethod hot = new HotMethod(state, info.ordinal(), 0, 0, 0, 0);
          String reason = "at work in " + Math.round(share * 100) + "% of the samples";
          candidates.add(new Candidate(hot, layout, share, "seen at work", reason));
        }
      }
    }
  }

  private static void add(List<Candidate> candidates, @Nullable Candidate candidate) {
    if (candidate != null) {
      candidates.add(candidate);
    }
  }

  /** Methods in tier 1 that run, as far as is known: each of them is slow there. */
  private int inTierOne(long now) {
    if (limits.profiling() == Integer.MAX_VALUE) {
      return 0; // however many there are
    }
    int running = 0;
    for (MethodRecord method : profiling) {
      if (runs(method, now)) {
        running++;
      }
    }
    return running;
  }

  private boolean runs(MethodRecord method, long now) {
    long age = now - method.promotedAt();
    return age < RECENT_NANOS || age < OVERDUE_NANOS && tierOne.profiled(method);
  }

  /** A hot method with what speaks for its promotion; the most promising first. */
  private record Candidate(
      HotMethod hot, TierZeroLayout layout, double priority, String word, String reason)
      implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      return Double.compare(other.priority, priority);
    }
  }

  private @Nullable Candidate candidate(HotMethod hot, long now) {
    ClassState state = hot.owner();
    TierZeroLayout layout = state.layout();
    if (layout == null
        || !isOpen(state, now)
        || state.pace().queued() && isWithoutBytes(state)
        || warm.isExpected(state, hot.ordinal(), now)) {
      return null;
    }
    int loops = layout.loops(hot.ordinal()) + (layout.streams(hot.ordinal()) ? 1 : 0);
    PromotionPolicy.PromotionDecision decision =
        policy.decide(hot, layout.codeLength(hot.ordinal()), loops);
    return decision.promote()
        ? new Candidate(hot, layout, decision.priority(), decision.word(), decision.reason())
        : null;
  }

  private boolean isReplaced(ClassState state, long now) {
    return Replacements.holdsSome(state)
        && isOpen(state, now)
        && !isWithoutBytes(state)
        && replacements.take(state, now);
  }

  private boolean isOpen(ClassState state, long now) {
    return !state.isChanged()
        && !state.pace().rests(now)
        && state.mayBeRewritten(limits.maxRewrites(), now)
        && state.record().initialized();
  }

  /**
   * Whether the next version of the class is to bring its bytes, and nothing can be done before.
   */
  private boolean isWithoutBytes(ClassState state) {
    return parts.registry().bytes(state.record()) == null;
  }

  private void promote(Candidate candidate, long now) {
    HotMethod hot = candidate.hot;
    TierZeroLayout layout = candidate.layout;
    ClassState state = hot.owner();
    if (isWithoutBytes(state)) {
      queue.add(state, candidate.priority);
      return;
    }
    boolean inLoop = hot.iterations() > 1000 && hot.calls() <= 64;
    if (warm.take(state, hot.ordinal(), inLoop, now)) {
      forget(layout, hot);
      return;
    }
    TierOne.Outcome outcome =
        tierOne.promote(state, hot.ordinal(), hot.calls(), inLoop, now, candidate.word);
    switch (outcome) {
      case PLANNED -> {
        forget(layout, hot);
        queue.add(state, candidate.priority);
        parts.statistics().promoted(Promotion.TIER1);
        MethodRecord method = state.promoted(hot.ordinal());
        if (method != null) {
          profiling.add(method);
          decision("tier 1", method, candidate.reason);
        }
      }
      case NO_BYTES -> queue.add(state, candidate.priority);
      case IMPOSSIBLE -> {
        forget(layout, hot);
        queue.add(state, candidate.priority);
      }
    }
  }

  private static void forget(TierZeroLayout layout, HotMethod hot) {
    ClassState state = hot.owner();
    int call = layout.callCounter(hot.ordinal());
    if (call >= 0) {
      state.forget(call);
    }
    for (int i = 0; i < layout.loops(hot.ordinal()); i++) {
      int loop = layout.firstLoop(hot.ordinal()) + i;
      state.forget(loop);
    }
  }

  /** Sends an optimized method back. */
  void again(MethodRecord method, long now, String reason) {
    queue.add(method.owner(), 5);
    if (!tierOne.again(method, now, reason)) {
      return;
    }
    profiling.add(method);
    parts.statistics().promoted(Promotion.REPROFILE);
    decision("reprofile", method, reason);
  }

  private void decision(String what, MethodRecord method, String reason) {
    if (parts.decisions().on()) {
      parts.decisions().line(what + " " + Trials.named(method) + ": " + reason);
    }
  }
}
