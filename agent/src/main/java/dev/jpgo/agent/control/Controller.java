package dev.jpgo.agent.control;

import dev.jpgo.agent.control.ReprofilePolicy.ReprofileDecision;
import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.Promotion;
import dev.jpgo.agent.measure.StackSampler;
import dev.jpgo.agent.redefine.AgentTransformer;
import dev.jpgo.agent.redefine.ClassBytes;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.CounterAllocator;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Redefiner;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.agent.warm.CacheWriter;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One round of the controller: bring the picture of the program up to date, read the counters,
 * decide, and have one or a few batches installed. Not a thread: {@link ControllerThread} calls it.
 */
public final class Controller {
  /** Compiled methods wait no longer until they are installed: in tier 1 each of them is slow. */
  private static final long COMPILE_NANOS = 200_000_000;

  /** Of classes that were there before us so many are looked at in a round. */
  private static final int SHAPES = 20;

  /** Nobody else's parts, put together by the session. */
  public record Parts(
      ClassRegistry registry,
      AgentTransformer transformer,
      CounterAllocator counters,
      Redefiner redefiner,
      StackSampler sampler,
      Statistics statistics,
      DecisionLog decisions,
      Failures failures,
      Log log,
      Turn turn,
      Headroom headroom) {}

  private final Parts parts;
  private final Limits limits;
  private final TierZeroIntake intake;
  private final Promoter promoter;
  private final ReprofilePolicy reprofile;
  private final Stress stress;
  private final OsrDirector osr;
  private final TierOne tierOne;
  private final ProfiledMethods profiled;
  private final TierTwo tierTwo;
  private final @Nullable Trials trials;
  private final @Nullable CalleeProfiles callees;
  private final @Nullable HotCounters hotCounters;
  private final PlanQueue queue;
  private final WarmStart warm;
  private final Installer installer;
  private final EntryRemoval entries;
  private final Makers makers;
  private final CounterRounds counterRounds = new CounterRounds(System::nanoTime);
  private final CacheWriter cache;
  private final AtomicLong idleRounds = new AtomicLong();

  /**
   * Bounds from the options.
   *
   * @param batch classes of one retransformation
   * @param maxRewrites versions of one class
   * @param profiling methods that are to be in tier 1 at one time
   * @param restNanos for how long a class rests after its first version; 0: none ever rests
   * @param mostPostponed for how many nanoseconds a class waits in the end that may not be touched
   */
  record Limits(int batch, int maxRewrites, int profiling, long restNanos, long mostPostponed) {}

  Controller(
      Parts parts,
      Limits limits,
      TierZeroIntake intake,
      Promoter promoter,
      ReprofilePolicy reprofile,
      Stress stress,
      OsrDirector osr,
      TierOne tierOne,
      TierTwo tierTwo,
      @Nullable Trials trials,
      @Nullable CalleeProfiles callees,
      @Nullable HotCounters hotCounters,
      PlanQueue queue,
      WarmStart warm,
      Installer installer,
      EntryRemoval entries,
      Makers makers,
      CacheWriter cache) {
    this.cache = cache;
    this.parts = parts;
    this.limits = limits;
    this.intake = intake;
    this.promoter = promoter;
    this.reprofile = reprofile;
    this.stress = stress;
    this.osr = osr;
    this.tierOne = tierOne;
    this.profiled = new ProfiledMethods(promoter.profiling(), tierOne);
    this.tierTwo = tierTwo;
    this.trials = trials;
    this.callees = callees;
    this.hotCounters = hotCounters;
    this.queue = queue;
    this.warm = warm;
    this.installer = installer;
    this.entries = entries;
    this.makers = makers;
  }

  /** Looks at the stacks while everything is still as it was loaded. */
  void sample() {
    parts.sampler.sample();
  }

  /**
   * One round, cut short when someone else waits for their turn; returns whether there is more to
   * do at once.
   *
   * @param left for how many nanoseconds work may go on; no more is begun than can be finished
   */
  boolean round(long now, long left) {
    promoter.roundBegins();
    try {
      return work(now, left);
    } finally {
      promoter.roundEnds();
    }
  }

  private boolean work(long now, long left) {
    if (!begin(now)) {
      idleRounds.incrementAndGet();
      return false;
    }
    stress.round();
    intake.look(now);
    profileAgain(now);
    if (trials != null) {
      trials.round(now);
    }
    if (hotCounters != null) {
      hotCounters.round(intake.active(), now);
    }
    boolean backlog = warm.round(now);
    backlog |= installPlans();
    promoter.promoteHot(intake.active(), now, left);
    if (!queue.isUrgent()) { // what is ready comes first
      backlog |= optimizeProfiled(now);
      if (!backlog) {
        int affordable = promoter.affordable(left) - promoter.profiling().size();
        entries.round(now, affordable);
        makers.round(now, affordable);
      }
      backlog |= installPlans();
    }
    boolean busy = backlog;
    boolean more =
        counterRounds.round(
            now, left, isProfiling(now), promoter.isAwaited(), () -> count(now, busy));
    cache.round(now);
    parts.decisions.flush();
    if (!more && !backlog && queue.isEmpty() && !intake.isReady() && !profiled.isResting(now)) {
      idleRounds.incrementAndGet();
    }
    return more || backlog;
  }

  /** Puts counters into further classes, and then patchpoints into loops. */
  private boolean count(long now, boolean backlog) {
    boolean awaited = promoter.isAwaited();
    boolean more = !warm.busy() && !queue.isUrgent() && installer.installTierZero(now, awaited);
    boolean patches = !backlog && queue.isEmpty() && !(awaited && installer.isInSteps());
    return more || patches && installer.patchLoops();
  }

  /**
   * A round of the start-up delay: classes are left alone but for what an earlier run knew to be
   * hot.
   *
   * @return whether there is more to do at once
   */
  boolean warmRound(long now) {
    if (!begin(now)) {
      return false;
    }
    boolean backlog = warm.round(now);
    backlog |= installPlans();
    cache.round(now);
    parts.decisions.flush();
    return backlog;
  }

  /** Whether methods are slow for being profiled, until they are compiled. */
  boolean isProfiling(long now) {
    return promoter.isProfiling(now);
  }

  /** Whether to rest a moment even if there is more to do, to hear what the program does. */
  boolean listens() {
    return promoter.listens();
  }

  /** Nanoseconds in which the VM, or the optimizer in another process, worked for this thread. */
  long waited() {
    return parts.redefiner().pauses() + tierTwo.waited();
  }

  /** Whether methods that an earlier run knew to be hot can be compiled at once. */
  boolean warming() {
    return warm.busy();
  }

  /** Takes in what has happened; false when there is no room for more of our work. */
  private boolean begin(long now) {
    AgentTransformer.Fault fault = parts.transformer.takeFault();
    if (fault != null) {
      if (fault.thrown() instanceof OutOfMemoryError memory) {
        throw memory;
      }
      parts.failures.report("looking at " + fault.where(), fault.thrown());
    }
    parts.counters.makeRoom();
    takeIn();
    putBack();
    if (parts.headroom.isUsedUp()) {
      osr.expire(now);
      return false;
    }
    return true;
  }

  /** Has versions installed, but none with code that a class does not have any more. */
  private boolean installPlans() {
    putBack();
    return installer.installPlans(System.nanoTime());
  }

  /** Classes that another agent has had made anew get their tiers again. */
  private void putBack() {
    if (!parts.transformer.takeForeign()) {
      return;
    }
    Set<String> outdated = new HashSet<>();
    for (ClassRecord record : parts.registry.all()) {
      if (record.attachment() instanceof ClassState state && state.isReverted()) {
        ClassBytes bytes = state.bytes();
        bytes.compare(() -> parts.registry.loadedFingerprint(record, bytes.wasHandedToUs()));
        if (record.isChanging() && !(bytes.isOther() && !record.isOfJdk())) {
          record.changesUnseen(); // of a class of the JDK what differs may be our hook
        }
        putBack(state);
        if (record.mayBeChangedUnseen() || !state.isChanged()) {
          outdated.add(record.name());
        }
      }
    }
    outdated(outdated);
  }

  private void putBack(ClassState state) {
    boolean again = mayBeRewritten(state, System.nanoTime());
    if (!state.isChanged()) {
      state.record().changesSeen();
      parts.registry.changed(state.record());
      if (state.layout() == null) {
        state.remade(); // it has nothing of ours
      } else if (again) {
        queue.add(state, 1);
      }
    } else if (!osr.withdraw(state)) {
      parts.transformer.foreign(); // a frame is on its way to a loop entry: next round
    } else {
      boolean ours = state.layout() != null; // else it was perhaps inlined
      boolean old = state.installed() != null;
      state.record().changesSeen(); // first: what happens from now on is seen again
      state.startAgain();
      warm.arrivals().again(state);
      parts.registry.outdated(state.record());
      if (old) {
        parts.redefiner.restore(List.of(state)); // the other agent's work may not be in it yet
      }
      if (again && ours) {
        queue.add(state, 1);
        intake.patchAgain(state);
      }
    }
  }

  /** What was made of the code that classes had goes. */
  private void outdated(Set<String> classNames) {
    String reason = "another agent has changed a class that is inlined";
    for (MethodRecord method : reprofile.inlining(classNames)) {
      ClassState owner = method.owner();
      if (owner.isChanged()) {
        continue; // all of it begins anew
      }
      if (owner.status() != ClassState.Status.REWRITTEN || parts.headroom.isUsedUp()) {
        owner.takenBack(true); // it gets no other version: back to its original, next round
        parts.transformer.foreign();
      } else if (reprofile.mayGoBack(method)) {
        promoter.again(method, System.nanoTime(), reason);
      } else {
        method.settle(Tier.SETTLED, reason);
        queue.add(owner, 5);
      }
    }
  }

  /** Optimized methods that the program has grown out of are profiled again. */
  private void profileAgain(long now) {
    for (ReprofileDecision decision : reprofile.decide(now)) {
      if (decision.broken() && warm.holdsAgain(decision.method(), now)) {
        continue;
      }
      profileAgain(decision.method(), now, decision.reason());
      for (MethodRecord inlined : warm.distrust().forget(decision.method())) {
        profileAgain(inlined, now, "inlined in such a method");
      }
    }
  }

  private void profileAgain(MethodRecord method, long now, String reason) {
    if (mayBeRewritten(method.owner(), now) && !method.owner().isChanged()) {
      promoter.again(method, now, reason);
    }
  }

  private boolean mayBeRewritten(ClassState state, long now) {
    return state.mayBeRewritten(limits.maxRewrites, now);
  }

  /** Answers whether the time was up before all that are ready were optimized. */
  private boolean optimizeProfiled(long now) {
    if (callees != null) {
      callees.moveTo(promoter.profiling());
    }
    WorkBudget slice = new WorkBudget(100);
    slice.start(System.nanoTime());
    for (MethodRecord method : profiled.ready(now)) {
      ClassState state = method.owner();
      if (tierOne.isOutdated(method)) {
        tierOne.again(method, now, "its calls have more targets than they had");
        queue.add(state, 5);
        continue;
      }
      tierTwo.compile(method, now, "profiled");
      intake.look(System.nanoTime()); // a round of large methods is long
      if (method.tier() == Tier.OPTIMIZED) {
        parts.statistics.promoted(Promotion.TIER2);
        makers.optimized(method);
      }
      if (method.tier() != Tier.PROFILED) {
        promoter.profiling().remove(method);
        state.pace().makeReady(); // until it is installed the method is slow
        queue.add(state, 10);
      }
      if (slice.spent(System.nanoTime(), COMPILE_NANOS) || parts.turn.wanted()) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many rounds ended with nothing left to be done; any thread. Whoever waits for that must not
   * ask for their turn again and again: rounds are cut short for it.
   */
  public long idleRounds() {
    return idleRounds.get();
  }

  /**
   * Takes in what was loaded since the last round, so that a snapshot holds it too: a program may
   * end before there was a round at all. Only in one's turn.
   */
  public void takeIn() {
    parts.registry.readShapes(SHAPES);
    List<ClassRecord> arrived = parts.registry.refresh();
    parts.transformer.lookAtUnreported();
    warm.arrivals().meet(intake.add(arrived));
  }

  /** Brings up to date what the statistics are not told as it happens; any thread. */
  public void report() {
    parts.statistics.queue(queue.size());
    parts.statistics.osrEntries(osr.entries());
    parts.statistics.guardMisses(tierTwo.misses());
    parts.statistics.warmWaiting(warm.waiting());
  }

  /** Classes that the registry knows, with what is installed in them. */
  Iterable<ClassRecord> classes() {
    return parts.registry.all();
  }

  /**
   * Puts every method back to the bytes it had.
   *
   * @return the classes that no later session may touch: a thread is between two versions of
   *     theirs, or nobody remembers then what another agent has made of them, and the VM may not
   *     either
   */
  public List<Class<?>> restoreAll() {
    osr.end();
    tierTwo.close();
    if (trials != null) {
      trials.close();
    }
    parts.redefiner.end();
    takeIn();
    parts.transformer.markUnmarked();
    List<ClassState> batch = new ArrayList<>();
    List<Class<?>> kept = new ArrayList<>();
    for (ClassRecord record : parts.registry.all()) {
      if (record.attachment() instanceof ClassState state) {
        Class<?> type = record.type();
        boolean stays = state.layout() != null && !osr.withdraw(state);
        if (type != null && (stays || state.bytes().kept() != null)) {
          kept.add(type);
        }
        if (stays) {
          parts.log.warn(record + " keeps its version: a loop of it is on its way between two");
        } else if (state.layout() != null) {
          batch.add(state);
        }
      }
    }
    parts.redefiner.restore(batch);
    return kept;
  }
}
