package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.RecordTransformer;
import dev.jpgo.agent.world.ClassRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has versions of classes installed, in batches: plans as their time comes, counters for further
 * classes, patchpoints for loops. Says when the next batch may follow.
 */
final class Installer {
  private static final long TIER_ZERO_NANOS = 200_000_000;

  private static final long SORT_NANOS = 500_000_000;

  /** A class that may not be touched yet is looked at again so often, unless it is watched. */
  private static final int MAX_POSTPONED = 20;

  private static final long FIRST_POSTPONED_NANOS = 5_000_000;

  private static final int PATCH_BATCH = 8;

  /** After a batch the next one waits: most of its pause is the same for one class and for ten. */
  private static final long BATCH_WAIT_NANOS = 50_000_000;

  /**
   * The same in pauses where code is ready that an earlier run made or knew of, if that is less.
   */
  private static final int URGENT_PAUSES = 2;

  /** By how much a class rests longer with each version that it has had, at most for so long. */
  private static final double REST_GROWTH = 1.25;

  private static final long MAX_REST_NANOS = 5_000_000_000L;

  private final Controller.Parts parts;
  private final Controller.Limits limits;
  private final TierZeroIntake intake;
  private final OsrDirector osr;
  private final PlanQueue queue;
  private final WarmStart warm;
  private final @Nullable LoopGuard guard;
  private final CounterSteps steps = new CounterSteps();
  private long sortedAt;
  private long nextBatchAt = System.nanoTime();
  private long urgentBatchAt = nextBatchAt;

  /**
   * @param guard keeps classes from being touched while their loops run; null where nothing is
   *     compiled
   */
  Installer(
      Controller.Parts parts,
      Controller.Limits limits,
      TierZeroIntake intake,
      OsrDirector osr,
      PlanQueue queue,
      WarmStart warm,
      @Nullable LoopGuard guard) {
    this.parts = parts;
    this.limits = limits;
    this.intake = intake;
    this.osr = osr;
    this.queue = queue;
    this.warm = warm;
    this.guard = guard;
  }

  /** Answers whether there are plans left that need not wait. */
  boolean installPlans(long now) {
    boolean urgent = warm.awaitsBytes();
    List<ClassState> unseen = new ArrayList<>();
    for (ClassRecord wanted : parts.registry().takeWanted()) {
      if (wanted.attachment() instanceof ClassState state
          && state.mayBeRewritten(limits.maxRewrites(), now)
          && !isLeftUnfetched(state)
          && wanted.linked()) {
        if (urgent && guard == null && state.layout() == null) {
          unseen.add(state);
        } else if (urgent) {
          queue.addUrgent(state, 1);
        } else {
          queue.add(state, 1);
        }
      }
    }
    parts.statistics().queue(queue.size());
    boolean more = fetch(unseen);
    long begins = queue.isUrgent() ? urgentBatchAt : nextBatchAt;
    if (now - begins >= 0) { // until then more plans come, and share the pause
      more |= installBatches(now);
    }
    osr.expire(now);
    return more;
  }

  /**
   * Where a compiler is at work, two kinds of classes are not touched for their bytes alone. One
   * that locks and that threads wait in: a frame that has a lock loses its compiled code, and the
   * lock is a heavy one from then on, for which C1 calls the VM; a client spent half as much time
   * again on reading. And the one that links records' methods: whoever has it made anew ends the
   * code that stands in records for what it links.
   */
  private boolean isLeftUnfetched(ClassState state) {
    if (guard != null
        && state.layout() == null
        && !state.isLeftUnfetched()
        && (state.record().name().equals(RecordTransformer.FACTORY)
            || parts.sampler().isWaitedIn(state.record().name()) && guard.locks(state.record()))) {
      state.leaveUnfetched();
    }
    return state.layout() == null && state.isLeftUnfetched();
  }

  /** Has bytes handed over that versions of an earlier run wait for; answers whether any were. */
  private boolean fetch(List<ClassState> classes) {
    boolean any = false;
    for (int next = 0; next < classes.size(); next += limits.batch()) {
      int end = Math.min(classes.size(), next + limits.batch());
      List<ClassState> batch = classes.subList(next, end);
      boolean now = !parts.turn().wanted();
      if (now) {
        parts.redefiner().fetch(batch);
      }
      for (ClassState each : batch) {
        if (now) {
          any |= parts.registry().bytes(each.record()) != null;
        } else {
          parts.registry().want(each.record()); // next time
        }
      }
    }
    return any;
  }

  /** One batch; where classes need no rest, as many as go through for a while. */
  private boolean installBatches(long now) {
    WorkBudget slice = new WorkBudget(100);
    slice.start(System.nanoTime());
    while (true) {
      int before = queue.size();
      installBatch(now);
      boolean more =
          limits.restNanos() == 0 && !queue.isEmpty() && queue.size() <= before - limits.batch();
      if (!more || slice.spent(System.nanoTime(), TIER_ZERO_NANOS) || parts.turn().wanted()) {
        return more;
      }
    }
  }

  private void installBatch(long now) {
    List<ClassState> batch = new ArrayList<>();
    for (PlanQueue.Plan plan : queue.take(limits.batch(), now)) {
      if (mayHaveVersion(plan.state())) {
        batch.add(plan.state());
      }
    }
    long begin = System.nanoTime();
    install(batch);
    rest(batch, begin);
    for (ClassState state : batch) {
      if (state.status() == ClassState.Status.REWRITTEN) {
        osr.installed(state, now);
      }
    }
  }

  /** Not once it was refused, or has been unloaded while it waited. */
  private static boolean mayHaveVersion(ClassState state) {
    ClassState.Status status = state.status();
    return state.record().type() != null
        && (status == ClassState.Status.FRESH || status == ClassState.Status.REWRITTEN);
  }

  /**
   * Before methods of a class are begun again some time must pass, the more so the longer its
   * version took and the more it has had: hot methods turn up one by one, and a version with
   * several of them costs hardly more. What has been compiled by then does not wait for that.
   */
  private void rest(List<ClassState> batch, long begin) {
    if (limits.restNanos() == 0 || batch.isEmpty()) {
      return;
    }
    long end = System.nanoTime();
    long pause = parts.redefiner().lastPause();
    nextBatchAt = end + BATCH_WAIT_NANOS;
    urgentBatchAt = end + Math.min(BATCH_WAIT_NANOS, URGENT_PAUSES * pause);
    long cost = (end - begin) / batch.size();
    for (ClassState state : batch) {
      double rest = limits.restNanos() * Math.pow(REST_GROWTH, state.pace().versions());
      state
          .pace()
          .restUntil(end + (long) Math.min(MAX_REST_NANOS, rest + Math.min(7 * rest, 10 * cost)));
    }
  }

  /** Installs what may be touched now; the rest waits. */
  private void install(List<ClassState> batch) {
    if (batch.isEmpty()) {
      return;
    }
    if (guard == null) {
      installNow(batch);
      return;
    }
    long now = System.nanoTime();
    long rest = guard.rest(now);
    if (rest > 0) {
      batch.forEach(state -> postpone(state, now + rest));
      return;
    }
    List<ClassState> held = guard.hold(batch);
    installFree(batch);
    boolean watched = false;
    for (ClassState each : held) {
      if (watched) { // one at a time: it takes a while
        postpone(each, System.nanoTime() + FIRST_POSTPONED_NANOS);
        continue;
      }
      watched = guard.watches();
      int times = each.pace().postpone();
      if (watched && guard.returnsOften(each)) {
        installFree(new ArrayList<>(List.of(each)));
      } else if (watched || times < MAX_POSTPONED) { // what is measured must not be left as it is
        long wait = FIRST_POSTPONED_NANOS << Math.min(times, MAX_POSTPONED);
        postpone(each, System.nanoTime() + Math.min(limits.mostPostponed(), wait));
      }
    }
  }

  private void postpone(ClassState state, long until) {
    state.pace().restUntil(until);
    queue.add(state, 0.1);
  }

  private void installFree(List<ClassState> batch) {
    for (ClassState free : batch) {
      free.pace().notPostponed();
    }
    installNow(batch);
  }

  private void installNow(List<ClassState> batch) {
    if (!batch.isEmpty()) {
      List<ClassState> late = List.copyOf(parts.redefiner().install(batch));
      batch.removeAll(late);
      for (ClassState each : late) {
        queue.add(each, 1);
      }
      intake.installed(batch);
    }
  }

  /** Whether classes get their counters in steps; never where everything is wanted at once. */
  boolean isInSteps() {
    return limits.restNanos() > 0 && intake.isInSteps();
  }

  /**
   * Puts counters into classes.
   *
   * @param awaited whether more methods are known to be hot than can be begun
   * @return whether there are more classes that can get them at once
   */
  boolean installTierZero(long now, boolean awaited) {
    if (now - sortedAt >= SORT_NANOS) {
      sortedAt = now;
      intake.sort(now);
    }
    if (isInSteps()) {
      if (steps.isDue(now, awaited)) {
        install(intake.next(Math.min(CounterSteps.SIZE, limits.batch())));
        steps.taken(System.nanoTime());
      }
      return false;
    }
    WorkBudget slice = new WorkBudget(100);
    slice.start(System.nanoTime());
    boolean more = true;
    while (more && !slice.spent(System.nanoTime(), TIER_ZERO_NANOS) && !parts.turn().wanted()) {
      List<ClassState> batch = intake.next(limits.batch());
      more = !batch.isEmpty();
      if (more) {
        install(batch);
      }
    }
    return more;
  }

  /**
   * Puts patchpoints into the loops of a few classes, when nothing else is to be done.
   *
   * @return whether there are more
   */
  boolean patchLoops() {
    List<ClassState> batch = intake.nextToPatch(PATCH_BATCH);
    for (Iterator<ClassState> each = batch.iterator(); each.hasNext(); ) {
      ClassState state = each.next();
      if (state.status() == ClassState.Status.REWRITTEN && state.lacksPatchpoints()) {
        state.patch();
      } else {
        each.remove();
      }
    }
    install(batch);
    return intake.patchable();
  }
}
