package dev.jpgo.agent.control;

import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.measure.ProgramTime;
import dev.jpgo.agent.measure.SignedRanks;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.agent.world.MethodBytes;
import dev.jpgo.core.instrument.TrialCode;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.runtime.JpgoTrial;
import dev.jpgo.runtime.JpgoTrials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/**
 * Has optimized methods run beside their originals where a compiler is at work, which may have made
 * as much of those: a version with both bodies, of which each call takes one at random ({@link
 * TrialCode}), is there until it is known which is faster. Then the class gets that one alone.
 */
final class Trials {
  /** By so much at least an optimized method must be faster. */
  private static final float FASTER = 0.98f;

  /** From so many ratios on they are judged. */
  private static final int FEWEST = 16;

  /** How many standard deviations from chance the ratios must be, looked at again and again. */
  private static final double CERTAIN = 3;

  /** The same where nothing more will be known, and it has to be decided. */
  private static final double LIKELY = 2;

  /** A call that takes longer is not timed to its end: it may have thrown. */
  private static final long STUCK_NANOS = 2_000_000_000;

  /** What has not been decided by then is not worth more. */
  private static final long LONGEST_NANOS = 20_000_000_000L;

  private final ClassRegistry registry;
  private final ReprofilePolicy reprofile;
  private final PlanQueue queue;
  private final ProgramTime time;
  private final DecisionLog decisions;
  private final MethodBytes methods = new MethodBytes();
  private final List<Running> running = new ArrayList<>();
  private int next;

  /** A class waits so long for what else of it is tried: each version has it compiled anew. */
  private static final long TOGETHER_NANOS = 5_000_000_000L;

  /** What is known of a method. */
  private enum Verdict {
    OPEN,
    FASTER,
    NOT_FASTER
  }

  /** A method on trial. */
  private static final class Running {
    private final int number;
    private final JpgoTrial trial = new JpgoTrial();
    private final MethodRecord method;
    private final MethodNode optimized;
    private final CompiledMethod how;
    private final FlagAllocator.Flag flag;
    private int generation;
    private Verdict verdict = Verdict.OPEN;
    private String measured = "";
    private boolean ended;

    /** How often the optimized code would leave for slow paths if all calls ran it. */
    private double misses;

    /** When it began to run, or, later, when it was decided. */
    private long since;

    private int state;
    private long stateSince;

    Running(
        int number,
        MethodRecord method,
        MethodNode optimized,
        CompiledMethod how,
        FlagAllocator.Flag flag,
        long now) {
      this.number = number;
      this.method = method;
      this.optimized = optimized;
      this.how = how;
      this.flag = flag;
      this.generation = method.generation();
      this.since = now;
    }

    boolean isCurrent() {
      return method.tier() == Tier.OPTIMIZED
          && method.generation() == generation
          && method.owner().record().type() != null;
    }
  }

  Trials(
      ClassRegistry registry,
      ReprofilePolicy reprofile,
      PlanQueue queue,
      ProgramTime time,
      DecisionLog decisions) {
    this.time = time;
    this.registry = registry;
    this.reprofile = reprofile;
    this.queue = queue;
    this.decisions = decisions;
  }

  /**
   * Has the next version of a class try an optimized method; settles the method if it cannot be
   * tried.
   *
   * @param flag what the code rests on
   */
  void begin(
      MethodRecord method,
      MethodNode optimized,
      CompiledMethod how,
      FlagAllocator.Flag flag,
      long now,
      String why) {
    MethodNode both = next < JpgoTrials.LIMIT ? both(method, optimized) : null;
    if (both == null) {
      flag.clear();
      method.settle(Tier.SETTLED, "it cannot be tried beside its original");
      return;
    }
    method.optimize(both, how, now, why);
    Running trial = new Running(next, method, optimized, how, flag, now);
    running.add(trial);
    JpgoTrials.put(next++, trial.trial);
    reprofile.watch(method, flag, Double.MAX_VALUE, now); // the trial tells what they cost
  }

  private @Nullable MethodNode both(MethodRecord method, MethodNode optimized) {
    ClassRecord owner = method.owner().record();
    byte[] bytes = registry.bytes(owner);
    Optional<MethodNode> original =
        bytes == null ? Optional.empty() : methods.read(bytes, method.ordinal());
    return original.isEmpty()
        ? null
        : TrialCode.of(owner.name(), owner.info().version(), original.get(), optimized, next);
  }

  /** Looks at what was measured, and has classes get what was decided. */
  void round(long now) {
    Set<ClassState> open = new HashSet<>();
    for (Iterator<Running> each = running.iterator(); each.hasNext(); ) {
      Running trial = each.next();
      if (!trial.isCurrent() || trial.ended && !trial.method.isNew()) {
        JpgoTrials.put(trial.number, null);
        each.remove();
      } else if (trial.method.isNew()) {
        trial.since = now; // it is not installed yet
      } else if (trial.verdict == Verdict.OPEN) {
        look(trial, now);
      }
      if (trial.verdict == Verdict.OPEN) {
        open.add(trial.method.owner());
      }
    }
    for (Running trial : running) {
      boolean last = !open.contains(trial.method.owner());
      if (trial.verdict != Verdict.OPEN
          && !trial.ended
          && (last || now - trial.since >= TOGETHER_NANOS)) {
        end(trial, now);
      }
    }
  }

  /** Whether what is tried of a class is not decided yet, or was not installed. */
  boolean isTrying(ClassState state) {
    for (Running trial : running) {
      if (trial.method.owner() == state) {
        return true;
      }
    }
    return false;
  }

  /** Nothing is measured any more. */
  void close() {
    for (Running trial : running) {
      JpgoTrials.put(trial.number, null);
    }
    running.clear();
  }

  private void look(Running trial, long now) {
    int state = trial.trial.get();
    if (state != trial.state) {
      trial.state = state;
      trial.stateSince = now;
    } else if ((state & JpgoTrial.BUSY) != 0 && now - trial.stateSince >= STUCK_NANOS) {
      trial.trial.giveUp(state);
    }
    int windows = trial.trial.windows();
    double faster = windows < FEWEST ? 0 : faster(trial.trial, windows);
    boolean last = windows == JpgoTrial.WINDOWS || now - trial.since >= LONGEST_NANOS;
    if (last || Math.abs(faster) >= CERTAIN) {
      decide(trial, faster >= (last ? LIKELY : CERTAIN), now);
    }
  }

  /**
   * Whether the optimized code is faster by enough, in standard deviations from chance. Had it been
   * as fast as that by its nature, a ratio would be as often above as below, and as far: each call
   * goes either way by chance.
   */
  private static double faster(JpgoTrial trial, int windows) {
    double[] gains = new double[windows];
    for (int i = 0; i < windows; i++) {
      gains[i] = Math.log(FASTER / trial.ratio(i));
    }
    return SignedRanks.deviation(gains);
  }

  /** From now on one body runs alone, so that the class need not have its next version at once. */
  private void decide(Running trial, boolean faster, long now) {
    String measured = measured(trial.trial);
    trial.verdict = faster ? Verdict.FASTER : Verdict.NOT_FASTER;
    trial.measured = measured;
    trial.misses =
        2.0 * trial.flag.misses() * ReprofilePolicy.WINDOW_NANOS / Math.max(1, now - trial.since);
    trial.since = now;
    if (faster) {
      trial.trial.decide();
      MethodRecord method = trial.method;
      time.gained(method.owner().record().toString(), method.info().name());
    } else {
      JpgoTrials.put(trial.number, null);
    }
    decisions.line((faster ? "kept " : "not kept ") + named(trial.method) + ": " + measured);
  }

  /** Has the class get the body that was decided on. */
  private void end(Running trial, long now) {
    MethodRecord method = trial.method;
    trial.ended = true;
    if (trial.verdict == Verdict.FASTER) {
      method.optimize(trial.optimized, trial.how, now, "tried: " + trial.measured);
      trial.generation = method.generation();
      reprofile.watch(method, trial.flag, trial.misses, now);
    } else {
      method.settle(Tier.SETTLED, "tried and not kept: " + trial.measured);
      trial.flag.clear();
    }
    queue.add(method.owner(), 5);
  }

  /** A method as the decision log names it. */
  static String named(MethodRecord method) {
    return method.owner().record() + "." + method.info().name() + method.info().descriptor();
  }

  private static String measured(JpgoTrial trial) {
    int windows = trial.windows();
    if (windows == 0) {
      return "too few calls, " + trial.calls() + " were timed";
    }
    float[] ratios = new float[windows];
    for (int i = 0; i < windows; i++) {
      ratios[i] = trial.ratio(i);
    }
    Arrays.sort(ratios);
    return String.format(
        Locale.ROOT,
        "%.2f of its original's time, %d calls timed, %d comparisons",
        ratios[windows / 2],
        trial.calls(),
        windows);
  }
}
