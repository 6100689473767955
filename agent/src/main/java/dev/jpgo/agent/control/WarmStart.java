package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.Promotion;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.warm.KnownMethods;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

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

  private final KnownMethods known;
  private final Controller.Parts parts;
  private final int maxRewrites;
  private final TierOne tierOne;
  private final TierTwo tierTwo;
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
    private final KnownMethod known;

    /** How many of the classes that it needs have been found to be there. */
    private int found;

    Candidate(ClassState state, MethodInfo info, KnownMethod known) {
      this.state = state;
      this.info = info;
      this.known = known;
    }

    /** What was optimized comes before what was perhaps not worth it, then what ran most. */
    @Override
    public int compareTo(Candidate other) {
      return known.tier() != other.known.tier()
          ? other.known.tier() - known.tier()
          : Long.compare(other.known.executions(), known.executions());
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
    this.queue = queue;
    parts.statistics().known(known.hot());
  }

  /** These have been loaded. */
  void meet(List<ClassState> fresh) {
    for (ClassState state : fresh) {
      ClassRecord record = state.record();
      if (!known.ofClass(record.name(), record.loaderRecord().kind()).isEmpty()
          || known.isNeeded(record.name())) {
        arriving.add(state);
      }
    }
  }

  /** A class has other bytes now: what was found out about it means nothing. */
  void again(ClassState state) {
    state.know(Map.of());
    if (!known.ofClass(state.record().name(), state.record().loaderRecord().kind()).isEmpty()
        && !arriving.contains(state)) {
      arriving.add(state);
    }
  }

  /** Whether methods could be compiled at once. */
  boolean busy() {
    return !ready.isEmpty();
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
    if (arrived || now - lookedAt >= LOOK_NANOS) {
      arrived = false;
      lookedAt = now;
      lookAtWaiting();
    }
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
   * A method of this class is hot in this run. If an earlier one knew it, it is compiled next.
   *
   * @return whether that is so, and it need not be profiled
   */
  boolean take(ClassState state, int ordinal) {
    KnownMethod method = state.known(ordinal);
    if (method == null || !method.hot()) {
      return false;
    }
    MethodRecord record = state.promoted(ordinal);
    if (record != null && record.retried()) {
      return false; // it has been tried: the usual way
    }
    ready.add(new Candidate(state, state.record().info().methods().get(ordinal), method));
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
      Map<Integer, KnownMethod> same = new KnownCode(record, bytes, this).find(methods);
      state.know(same);
      for (Map.Entry<Integer, KnownMethod> each : same.entrySet()) {
        if (each.getValue().hot()) {
          MethodInfo info = record.info().methods().get(each.getKey());
          waiting.add(new Candidate(state, info, each.getValue()));
        }
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

  private void lookAtWaiting() {
    for (Iterator<Candidate> each = waiting.iterator(); each.hasNext(); ) {
      Candidate candidate = each.next();
      if (candidate.state.record().type() == null) {
        each.remove();
      } else if (isComplete(candidate)) {
        each.remove();
        ready.add(candidate);
      }
    }
  }

  private boolean isComplete(Candidate candidate) {
    List<String> needs = candidate.known.needs();
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
    ClassState state = candidate.state;
    int ordinal = candidate.info.ordinal();
    MethodRecord before = state.promoted(ordinal);
    if (!state.mayBeRewritten(maxRewrites)
        || state.isChanged()
        || state.record().type() == null
        || state.known(ordinal) != candidate.known
        || before != null && before.tier() != Tier.COUNTED) {
      return;
    }
    byte[] bytes = parts.registry().bytes(state.record());
    if (bytes == null) {
      parts.registry().want(state.record());
      later.add(candidate);
      return;
    }
    if (state.layout() == null) {
      parts.redefiner().layOutAhead(state, bytes);
    }
    MethodRecord method = state.promote(candidate.info);
    method.recognize(candidate.known.profile().codeHash());
    if (method.osrLoops().isEmpty()) {
      tierOne.prepareLoops(method, candidate.known.loops());
    }
    tierTwo.compile(method, now, "known to be hot from an earlier run");
    queue.add(state, 10);
    settle(candidate, method);
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
