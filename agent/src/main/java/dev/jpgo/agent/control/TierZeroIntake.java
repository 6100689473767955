package dev.jpgo.agent.control;

import dev.jpgo.agent.measure.StackSampler;
import dev.jpgo.agent.redefine.ClassFilter;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.Redefiner;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LoaderRecord;
import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.phase.map.BoxedKeys;
import dev.jpgo.core.phase.text.StringBytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Classes on their way to tier 0: sorts out those that are left alone, and says which come next.
 * Those that were seen at work on a stack go first, and those whose code loops over lists and
 * look-ups rest on, then the application's, then the JDK's. Those that were not seen wait for some
 * time, so that the first hot methods can be optimized before, and come some at a time then: the
 * JDK's, of which most are not the program's, for longer. A class that is not initialized waits:
 * none of its code has run, and a retransformation would link it early.
 */
final class TierZeroIntake {
  private static final String RUNTIME = "java.lang.JpgoCounters";

  /**
   * Of classes that were not seen, so many are let in at a time, and one after so many nanoseconds:
   * a wave of all would be felt.
   */
  private static final int UNSEEN_AT_ONCE = 100;

  private static final long UNSEEN_NANOS = 5_000_000;

  private final ClassFilter filter;
  private final Redefiner redefiner;
  private final StackSampler sampler;
  private final Waits deadlines;
  private final @Nullable Selection selected;
  private final List<ClassState> active = new ArrayList<>();
  private final Queue<ClassState> patchable = new ArrayDeque<>();
  private List<ClassState> waiting = new ArrayList<>();
  private List<ClassState> ready = new ArrayList<>();
  private List<ClassState> unseen = new ArrayList<>();
  private int classesSeen;
  private boolean waits;
  private boolean jdkWaits;
  private boolean letsIn;
  private long letInAt;

  /**
   * How long classes wait that were not seen on a stack, in the time of {@link System#nanoTime}.
   *
   * @param until all but the JDK's
   * @param jdkUntil the JDK's, as long as no virtual threads are seen: their work is not
   */
  record Waits(long until, long jdkUntil) {}

  /** A class with its {@link #rank}, which is asked for once for each. */
  private record Ranked(ClassState state, int rank) implements Comparable<Ranked> {
    @Override
    public int compareTo(Ranked other) {
      return Integer.compare(rank, other.rank);
    }
  }

  /**
   * @param deadlines how long classes wait that were not seen
   * @param selected what is taken in; null: everything
   */
  TierZeroIntake(
      ClassFilter filter,
      Redefiner redefiner,
      StackSampler sampler,
      Waits deadlines,
      @Nullable Selection selected) {
    this.selected = selected;
    this.filter = filter;
    this.redefiner = redefiner;
    this.sampler = sampler;
    this.deadlines = deadlines;
  }

  /** Keeps looking at the stacks, as long as it matters what is seen there. */
  void look(long now) {
    if (now - deadlines.until < 0) {
      sampler.sampleIfDue(now);
    } else if (now - deadlines.jdkUntil < 0) {
      sampler.sampleSeldom(now);
    }
  }

  /** Classes with counters. */
  List<ClassState> active() {
    return active;
  }

  /** Takes new classes in, and returns what it keeps of them, excluded ones too. */
  List<ClassState> add(List<ClassRecord> fresh) {
    List<ClassState> taken = new ArrayList<>();
    for (ClassRecord record : fresh) {
      Class<?> type = record.type();
      if (type == null || record.hidden()) {
        continue;
      }
      ClassState state = new ClassState(record);
      taken.add(state);
      String why = whyNot(record, type);
      if (!why.isEmpty()) {
        state.exclude(why);
      } else {
        if (filter.isAggressive(record.name())) {
          state.makeAggressive();
        }
        if (state.layout() != null && state.activate()) {
          active.add(state);
        }
        if (state.status() == ClassState.Status.FRESH
            && (selected == null || !Selection.isLeftOut(record))) {
          waiting.add(state);
        }
      }
    }
    return taken;
  }

  private String whyNot(ClassRecord record, Class<?> type) {
    LoaderRecord loader = record.loaderRecord();
    if (loader.isAgent()) {
      return "the agent's own";
    }
    if (!redefiner.modifiable(type)) {
      return "the VM does not allow it";
    }
    boolean jdk = record.isOfJdk();
    String why = filter.whyNot(record.name(), jdk);
    if (why.isEmpty() && !(loader.checkRuntime(RUNTIME) && redefiner.findsProbes(loader))) {
      return "its loader does not find the runtime";
    }
    return why;
  }

  /**
   * Looks which waiting classes have been initialized, and orders the ready ones; forgets those
   * that have been unloaded.
   */
  void sort(long now) {
    dropUnloaded();
    boolean ended = endWaiting(now);
    List<ClassState> still = new ArrayList<>();
    for (ClassState state : waiting) {
      if (state.record().initialized()) {
        (mayWait(state) ? unseen : ready).add(state);
      } else if (state.record().type() != null) {
        still.add(state);
      }
    }
    waiting = still;
    if (selected != null || sampler.classes() != classesSeen || ended || letsIn) {
      classesSeen = sampler.classes();
      stopWaiting(now);
    }
    ready = ordered(ready);
  }

  private List<ClassState> ordered(List<ClassState> classes) {
    List<Ranked> ranked = new ArrayList<>(classes.size());
    for (ClassState state : classes) {
      ranked.add(new Ranked(state, rank(state)));
    }
    Ordering.sort(ranked);
    List<ClassState> result = new ArrayList<>(classes.size());
    for (Ranked each : ranked) {
      result.add(each.state);
    }
    return result;
  }

  /** Returns whether some that were not seen need not wait any longer. */
  private boolean endWaiting(long now) {
    boolean still = now - deadlines.until < 0;
    boolean jdkStill = now - deadlines.jdkUntil < 0 && (still || !sampler.seesVirtualThreads());
    boolean ended = waits && !still || jdkWaits && !jdkStill;
    if (ended) {
      unseen = ordered(unseen);
      letInAt = now;
    }
    waits = still;
    jdkWaits = jdkStill;
    return ended;
  }

  private boolean mayWait(ClassState state) {
    boolean may = state.record().isOfJdk() ? jdkWaits : waits;
    return may && !state.aggressive() && !isAtWork(state);
  }

  private boolean isAtWork(ClassState state) {
    return hits(state) > 0 && (selected == null || selected.contains(state));
  }

  /** Those that have been seen by now wait no longer. */
  private void stopWaiting(long now) {
    List<ClassState> still = new ArrayList<>();
    long room = waits ? unseen.size() : Math.max(UNSEEN_AT_ONCE, (now - letInAt) / UNSEEN_NANOS);
    letInAt = now;
    letsIn = false;
    for (ClassState state : unseen) {
      boolean mayWait = mayWait(state);
      if (!mayWait && room > 0) {
        ready.add(state);
        room--;
      } else if (state.record().type() != null) {
        still.add(state);
        letsIn |= !mayWait;
      }
    }
    unseen = still;
  }

  private static boolean isRestedOn(String name) {
    return ListLoops.restsOn(name) || BoxedKeys.restsOn(name) || StringBytes.restsOn(name);
  }

  /** How often a class was seen; those that loops over lists and look-ups rest on count as seen. */
  private int hits(ClassState state) {
    int hits = sampler.hits(state.record().name());
    return hits == 0 && isRestedOn(state.record().name()) ? 1 : hits;
  }

  private int rank(ClassState state) {
    return state.aggressive() || isRestedOn(state.record().name())
        ? Integer.MIN_VALUE
        : -hits(state) * 4 + (state.record().isOfJdk() ? 1 : 0);
  }

  /** Whether classes come in {@link CounterSteps}: while those that were not seen wait. */
  boolean isInSteps() {
    return waits && selected == null;
  }

  /** Whether classes are to get counters and have not come to their turn. */
  boolean isReady() {
    return !ready.isEmpty();
  }

  /** The next classes to get counters, at most so many. */
  List<ClassState> next(int count) {
    List<ClassState> batch = new ArrayList<>();
    int taken = 0;
    while (taken < ready.size() && batch.size() < count) {
      ClassState state = ready.get(taken++);
      if (state.status() == ClassState.Status.FRESH) { // else it was ahead of its turn
        batch.add(state);
      }
    }
    ready = new ArrayList<>(ready.subList(taken, ready.size()));
    return batch;
  }

  /** Those of a batch that have counters now are polled from now on. */
  void installed(List<ClassState> batch) {
    for (ClassState state : batch) {
      if (state.status() == ClassState.Status.REWRITTEN && state.activate()) {
        active.add(state);
        if (state.lacksPatchpoints()) {
          patchable.add(state);
        }
      }
    }
  }

  /** The next classes whose loops are to get patchpoints, in the order they got counters. */
  List<ClassState> nextToPatch(int count) {
    List<ClassState> batch = new ArrayList<>();
    while (batch.size() < count && !patchable.isEmpty()) {
      batch.add(patchable.remove());
    }
    return batch;
  }

  /** A class that lost its patchpoints gets them again after it has counters again. */
  void patchAgain(ClassState state) {
    patchable.add(state);
  }

  boolean patchable() {
    return !patchable.isEmpty();
  }

  private void dropUnloaded() {
    for (Iterator<ClassState> each = active.iterator(); each.hasNext(); ) {
      if (each.next().record().type() == null) {
        each.remove();
      }
    }
  }
}
