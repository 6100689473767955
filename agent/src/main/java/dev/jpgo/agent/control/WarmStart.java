package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.Promotion;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.warm.KnownMethods;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.cache.FactCheck;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes methods that an earlier run knew to be hot to tier 2 as soon as their classes are there,
 * whatever this run has counted.
 *
 * <p>A class of that run is looked at when it is initialized and its bytes are known: methods whose
 * code has the hash that it had then get the counts of then, others are named as stale. A hot
 * method is compiled when the classes are there, initialized and looked at, whose code it had
 * inlined then; if some never come, as soon as it is hot in this run. Then too without having been
 * profiled.
 *
 * <p>Counts of another run are no more than a hint to the optimizer, like those of this one: what
 * it makes is right whatever they say, and {@link ReprofilePolicy} sees to methods that are slow
 * for it.
 */
final class WarmStart implements KnownCode.StaleListener {
  private static final long SLICE_NANOS = 400_000_000;

  /** A class may be there, and its name not yet resolved by the loader that needs it. */
  private static final long LOOK_NANOS = 1_000_000_000;

  private static final long FIRST_LOOK_NANOS = 30_000_000;
  private static final int MOST_LOOKS = 10;

  /** How long a method that is hot may wait for classes that its version needs. */
  private static final long EXPECTED_NANOS = 1_500_000_000;

  /** How many versions a method may have had that is given the same again. */
  private static final int MOST_GENERATIONS = 3;

  private final KnownMethods known;
  private final Controller.Parts parts;
  private final int maxRewrites;
  private final TierOne tierOne;
  private final TierTwo tierTwo;
  private final CodeReuse reuse;
  private final PlanQueue queue;
  private final List<ClassState> arriving = new ArrayList<>();
  private final List<Candidate> waiting = new ArrayList<>();
  private final PriorityQueue<Candidate> ready = new PriorityQueue<>();
  private final List<Candidate> later = new ArrayList<>();
  private boolean arrived;
  private long lookedAt;

  /** A method on its way. */
  private static final class Candidate implements Comparable<Candidate> {
    private final ClassState state;
    private final MethodInfo info;
    private final @Nullable KnownMethod known;

    /** Whether the cache has a version of it that may hold. */
    private boolean cached;

    /** Name of a class that its version needs and that was not there; or empty. */
    private String missing = "";

    /** Classes whose bytes it needs, and which have been sent for. */
    private List<ClassRecord> bytes = List.of();

    private int looks;
    private long notBefore;

    /** When it was asked about because it is hot; or 0. */
    private long hotSince;

    /** How many of the classes that it needs have been found to be there. */
    private int found;

    Candidate(ClassState state, MethodInfo info, @Nullable KnownMethod known, boolean cached) {
      this.state = state;
      this.info = info;
      this.known = known;
      this.cached = cached;
    }

    private int tier() {
      return cached ? 3 : known == null ? 0 : known.tier();
    }

    private long executions() {
      return known == null ? 0 : known.executions();
    }

    /** What is made already comes first, then what was optimized, then what ran most. */
    @Override
    public int compareTo(Candidate other) {
      return tier() != other.tier()
          ? other.tier() - tier()
          : Long.compare(other.executions(), executions());
    }
  }

  WarmStart(
      KnownMethods known,
      Controller.Parts parts,
      int maxRewrites,
      TierOne tierOne,
      TierTwo tierTwo,
      PlanQueue queue) {
    this.known = known;
    this.parts = parts;
    this.maxRewrites = maxRewrites;
    this.tierOne = tierOne;
    this.tierTwo = tierTwo;
    this.reuse = tierTwo.reuse();
    this.queue = queue;
    parts.statistics().known(known.hot());
  }

  /** These have been loaded. */
  void meet(List<ClassState> fresh) {
    for (ClassState state : fresh) {
      ClassRecord record = state.record();
      if (isKnown(record) || known.isNeeded(record.name()) || reuse.mentions(record.name())) {
        arriving.add(state);
      }
    }
  }

  private boolean isKnown(ClassRecord record) {
    return !known.ofClass(record.name(), record.loaderRecord().kind()).isEmpty()
        || !reuse.ofClass(record).isEmpty();
  }

  /** A class has other bytes now: what was found out about it means nothing. */
  void again(ClassState state) {
    state.know(Map.of());
    if (isKnown(state.record()) && !arriving.contains(state)) {
      arriving.add(state);
    }
  }

  /** Whether methods could be compiled at once. */
  boolean busy() {
    return !ready.isEmpty();
  }

  /** Whether methods wait for bytes that the next versions of classes bring. */
  boolean awaitsBytes() {
    if (!later.isEmpty() || !arriving.isEmpty()) {
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
    lookAtArriving();
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
        || !state.mayBeRewritten(maxRewrites)
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
   * A version of this method was not made for what the program does. What an earlier run knew of
   * it, and of what is inlined in it, is not asked again.
   *
   * @return those of the inlined methods that are in tier 2 for that alone, and should be profiled
   *     too
   */
  List<MethodRecord> distrust(MethodRecord method) {
    List<MethodRecord> made = new ArrayList<>();
    method.owner().forgetKnown(method.ordinal());
    if (known.hot() > 0 && method.compiled().isPresent()) {
      distrust(method.owner().record(), method.compiled().get().decisions(), made);
    }
    return made;
  }

  private void distrust(ClassRecord from, List<InlineDecision> decisions, List<MethodRecord> made) {
    for (InlineDecision decision : decisions) {
      LoadedClass owner = parts.registry().find(from, decision.target().owner()).orElse(null);
      if (decision.inlined()
          && owner instanceof ClassRecord record
          && record.attachment() instanceof ClassState state) {
        distrust(record, decision.inner(), made);
        if (record.known()) {
          distrust(state, decision.target(), made);
        }
      }
    }
  }

  private static void distrust(ClassState state, MethodId target, List<MethodRecord> made) {
    MethodInfo info = state.record().info().method(target.name(), target.descriptor()).orElse(null);
    if (info != null && state.known(info.ordinal()) != null) {
      state.forgetKnown(info.ordinal());
      MethodRecord method = state.promoted(info.ordinal());
      if (method != null && method.tier() == Tier.OPTIMIZED && method.layout().isEmpty()) {
        made.add(method);
      }
    }
  }

  private void lookAtArriving() {
    for (Iterator<ClassState> each = arriving.iterator(); each.hasNext(); ) {
      ClassState state = each.next();
      ClassRecord record = state.record();
      if (record.type() == null) {
        each.remove();
      } else if (record.initialized() && (isLeftAlone(state) || lookAt(state))) {
        each.remove();
        arrived = true;
      }
    }
  }

  private static boolean isLeftAlone(ClassState state) {
    return state.status() == ClassState.Status.EXCLUDED
        || state.status() == ClassState.Status.REFUSED;
  }

  /** Finds the known methods of a class; false as long as its bytes are not to be had. */
  private boolean lookAt(ClassState state) {
    ClassRecord record = state.record();
    byte[] bytes = parts.registry().bytes(record);
    if (bytes == null) {
      parts.registry().want(record);
      return false;
    }
    List<KnownMethod> methods = known.ofClass(record.name(), record.loaderRecord().kind());
    if (!methods.isEmpty()) {
      state.know(new KnownCode(record, bytes, this).find(methods));
    }
    Set<MethodInfo> cached = new HashSet<>();
    for (CodeCache.Entry entry : reuse.ofClass(record)) {
      MethodInfo info = record.info().method(entry.name(), entry.descriptor()).orElse(null);
      if (info != null && cached.add(info)) {
        waiting.add(new Candidate(state, info, state.known(info.ordinal()), true));
      }
    }
    for (MethodInfo info : record.info().methods()) {
      KnownMethod method = state.known(info.ordinal());
      if (method != null && method.hot() && !cached.contains(info)) {
        waiting.add(new Candidate(state, info, method, false));
      }
    }
    return true;
  }

  @Override
  public void stale(MethodId method, String why) {
    parts.statistics().stale(method.toString(), why);
    parts.log().info("use=: " + method + " is stale: " + why);
    if (parts.decisions().on()) {
      parts.decisions().line("stale " + method + ": " + why);
    }
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
      if (type == null || !type.initialized() || !isLookedAt((ClassRecord) type)) {
        return false;
      }
      candidate.found++;
    }
    return true;
  }

  private boolean isLookedAt(ClassRecord record) {
    return !(record.attachment() instanceof ClassState state)
        || isLeftAlone(state)
        || hasBytes(record) && !arriving.contains(state);
  }

  /** Whether the bytes of a class are here; if not, they are sent for. */
  private boolean hasBytes(ClassRecord record) {
    if (parts.registry().bytes(record) != null) {
      return true;
    }
    parts.registry().want(record);
    return false;
  }

  private void compile(Candidate candidate, long now) {
    if (!isCurrent(candidate)) {
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
    if (method != null && record != null) {
      record.recognize(method.profile().codeHash());
      if (record.osrLoops().isEmpty()) {
        tierOne.prepareLoops(record, method.loops());
      }
      tierTwo.compile(record, now, "known to be hot from an earlier run");
      queue.addUrgent(candidate.state, 10);
      settle(candidate, record);
    }
  }

  private boolean isCurrent(Candidate candidate) {
    ClassState state = candidate.state;
    MethodRecord before = state.promoted(candidate.info.ordinal());
    return state.mayBeRewritten(maxRewrites)
        && !state.isChanged()
        && state.record().type() != null
        && state.known(candidate.info.ordinal()) == candidate.known
        && (before == null || before.tier() == Tier.COUNTED);
  }

  /** The record of a method, whose class has counters; null when its bytes must be had first. */
  private @Nullable MethodRecord begin(Candidate candidate) {
    ClassState state = candidate.state;
    byte[] bytes = parts.registry().bytes(state.record());
    if (bytes == null) {
      parts.registry().want(state.record());
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
