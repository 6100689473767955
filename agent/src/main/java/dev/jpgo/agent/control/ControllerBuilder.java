package dev.jpgo.agent.control;

import dev.jpgo.agent.compiler.CompileSetting;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.measure.HotnessOrganizer;
import dev.jpgo.agent.options.Option;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.agent.redefine.ClassFilter;
import dev.jpgo.agent.warm.CacheWriter;
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.warm.KnownMethods;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.core.instrument.Recorded;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.LockPlaces;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.nio.file.Path;
import java.util.Set;

/** Puts a controller together from the options. */
public final class ControllerBuilder {
  /** Methods in tier 1 at one time: each is slow there, and the optimizer takes one by one. */
  private static final int PROFILING = 24;

  /** A class that has one version for each tier in turn comes to its 24th after some 12 s. */
  private static final long REST_NANOS = 25_000_000;

  /** When nothing has been counted for so long, loops have come over to a new version. */
  private static final long ENTERED_NANOS = 2_000_000_000;

  /** Until then the agent has better to do than to count what is not seen at work. */
  private static final long UNSEEN_NANOS = 10_000_000_000L;

  /** The same of the JDK's classes, most of which others than the program have loaded. */
  private static final long UNSEEN_JDK_NANOS = 60_000_000_000L;

  /** The same where an earlier run has told what is hot. */
  private static final long UNSEEN_WARM_NANOS = 60_000_000_000L;

  /** More than a JVM lives, and little enough for {@link System#nanoTime} to be compared with. */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  /** What may not be touched is given up after two seconds. */
  private static final long POSTPONED_NANOS = 100_000_000;

  /** Where there is little else it is watched ever less often: each time stops all threads. */
  private static final long POSTPONED_SELECTED_NANOS = 60_000_000_000L;

  private ControllerBuilder() {}

  public static boolean thresholdsGiven(OptionValues options) {
    return options.given(Options.TIER1_CALLS) || options.given(Options.TIER1_LOOPS);
  }

  /**
   * Whether the user wants whatever passes the thresholds promoted at once, and bears the time that
   * takes: a threshold of nothing; or thresholds that are lower than by default, and no bound on
   * the agent's time.
   */
  public static boolean isUnconditional(OptionValues options) {
    double lowered = lowered(options);
    return options.get(Options.STRATEGY).equals("all")
        || lowered == 0
        || lowered < 1 && options.get(Options.SHARE) == 100;
  }

  /** The thresholds of tier 1 as a share of the default ones, at most 1; the lower of the two. */
  private static double lowered(OptionValues options) {
    return Math.min(
        1, Math.min(lowered(options, Options.TIER1_CALLS), lowered(options, Options.TIER1_LOOPS)));
  }

  private static double lowered(OptionValues options, Option<Long> threshold) {
    return (double) options.get(threshold) / OptionValues.defaults().get(threshold);
  }

  /** How many times less a method has to be worth than by default. */
  private static double eagerness(OptionValues options) {
    return isUnconditional(options) ? Double.POSITIVE_INFINITY : 1 / lowered(options);
  }

  /**
   * How long classes that are not seen at work wait for their counters.
   *
   * @param warm whether an earlier run tells what is hot
   */
  static long unseenNanos(OptionValues options, Mode mode, boolean warm) {
    if (isSelective(options, mode)) {
      return NEVER_NANOS;
    }
    if (!options.get(Options.STRATEGY).equals("auto") || thresholdsGiven(options)) {
      return 0;
    }
    return warm ? UNSEEN_WARM_NANOS : UNSEEN_NANOS;
  }

  /**
   * The same of the JDK's classes.
   *
   * @param unseenNanos of all others
   */
  static long unseenJdkNanos(long unseenNanos) {
    return unseenNanos == 0 ? 0 : Math.max(unseenNanos, UNSEEN_JDK_NANOS);
  }

  private static TierZeroIntake.Waits waits(OptionValues options, Mode mode, boolean warm) {
    long now = System.nanoTime();
    long nanos = unseenNanos(options, mode, warm);
    return new TierZeroIntake.Waits(now + nanos, now + unseenJdkNanos(nanos));
  }

  /** Whether these options have any class touched in this mode. */
  public static boolean touchesClasses(OptionValues options, Mode mode) {
    return switch (options.get(Options.STRATEGY)) {
      case "none" -> false;
      case "auto" -> mode != Mode.JIT || thresholdsGiven(options);
      default -> true;
    };
  }

  /**
   * Whether only classes are touched that are seen at work, and what is made of their methods is
   * kept where it is measured to be faster.
   */
  public static boolean isSelective(OptionValues options, Mode mode) {
    return mode == Mode.C1
        && options.get(Options.STRATEGY).equals("auto")
        && !thresholdsGiven(options);
  }

  /**
   * Makes a controller.
   *
   * @param mode how the VM executes
   * @param traces keeps stack traces true
   * @param stress what is to be disturbed
   * @param assume whether every class is seen before it is defined, so that assumptions hold
   * @param inline whether nobody is told of fewer frames for it
   * @param known what an earlier run counted
   * @param cache what earlier runs made
   * @param jar the agent's
   */
  public static Controller build(
      Controller.Parts parts,
      OptionValues options,
      Mode mode,
      ClassFilter filter,
      AssumptionTable assumptions,
      FlagAllocator flags,
      InlineTable lines,
      TraceTable traces,
      Stress stress,
      boolean assume,
      boolean inline,
      KnownMethods known,
      CodeCache cache,
      Path jar) {
    CostModel costs = CostModel.deciding(mode);
    boolean all = options.get(Options.STRATEGY).equals("all");
    boolean selective = isSelective(options, mode);
    long tier1Calls = all ? 0 : options.get(Options.TIER1_CALLS);
    long tier1Loops = all ? 0 : options.get(Options.TIER1_LOOPS);
    boolean unconditional = isUnconditional(options);
    OsrDirector osr =
        new OsrDirector(
            options.get(Options.OSR) && mode != Mode.JIT,
            stress,
            mode != Mode.INTERPRETER
                ? Long.MAX_VALUE
                : unconditional ? ENTERED_NANOS / 20 : ENTERED_NANOS);
    TierTwo.Setting setting =
        new TierTwo.Setting(
            mode,
            costs,
            stress.limits(limits(mode, inline)),
            Set.copyOf(options.get(Options.PHASES_OFF)),
            options.get(Options.GROWTH),
            options.get(Options.METHODS_FROM),
            options.get(Options.METHODS_TO),
            assume);
    ReprofilePolicy reprofile =
        new ReprofilePolicy(options.get(Options.MAX_REPROFILES).intValue(), stress);
    PlanQueue queue = new PlanQueue(options.get(Options.QUEUE).intValue());
    Trials trials =
        selective
            ? new Trials(
                parts.registry(),
                reprofile,
                queue,
                parts.sampler().programTime(),
                parts.decisions())
            : null;
    TierOne tierOne =
        new TierOne(
            parts.registry(),
            parts.counters(),
            osr,
            options.get(Options.TIER2_CALLS),
            mode == Mode.INTERPRETER,
            mode != Mode.INTERPRETER
                || ProfileOptions.recorded(options).contains(Recorded.CLASSES));
    Controller.Limits bounds =
        new Controller.Limits(
            options.get(Options.BATCH).intValue(),
            options.get(Options.MAX_REWRITES).intValue(),
            unconditional ? Integer.MAX_VALUE : PROFILING,
            unconditional ? 0 : REST_NANOS,
            selective ? POSTPONED_SELECTED_NANOS : POSTPONED_NANOS);
    CalleeProfiles callees =
        selective
            ? new CalleeProfiles(
                parts.registry(), tierOne, queue, bounds.maxRewrites(), parts.decisions())
            : null;
    TierTwo tierTwo =
        new TierTwo(
            setting,
            parts.registry(),
            assumptions,
            flags,
            lines,
            parts.statistics(),
            parts.decisions(),
            parts.failures(),
            traces,
            reprofile,
            trials,
            callees,
            stress,
            cache,
            Elsewhere.start(
                compiler(options, stress, parts.log()),
                jar,
                new CompileSetting(mode, setting.phasesOff()),
                parts.registry(),
                parts.log()));
    WarmStart warm = new WarmStart(known, parts, bounds.maxRewrites(), tierOne, tierTwo, queue);
    Shapes shapes = new Shapes(parts.registry());
    Selection selection = selective ? new Selection(shapes, parts.sampler().programTime()) : null;
    Promoter promoter =
        new Promoter(
            parts,
            bounds,
            selection,
            new HotnessOrganizer(tier1Calls, tier1Loops, System.nanoTime()),
            new PromotionPolicy(costs, eagerness(options)),
            tierOne,
            queue,
            warm,
            new Replacements(tierTwo, queue, parts.statistics()));
    TierZeroIntake intake =
        new TierZeroIntake(
            filter,
            parts.redefiner(),
            parts.sampler(),
            waits(options, mode, known.hot() > 0 || cache.loaded() > 0),
            selection);
    LoopGuard guard =
        mode == Mode.INTERPRETER
            ? null
            : new LoopGuard(shapes, new ProgramWorld(parts.registry(), true), selective);
    return new Controller(
        parts,
        bounds,
        intake,
        promoter,
        reprofile,
        stress,
        osr,
        tierOne,
        tierTwo,
        trials,
        callees,
        trials == null
            ? null
            : new HotCounters(trials, queue, bounds.maxRewrites(), parts.decisions()),
        queue,
        warm,
        new Installer(parts, bounds, intake, osr, queue, warm, guard),
        new EntryRemoval(osr, tierTwo, queue, parts.registry(), parts.turn(), bounds.maxRewrites()),
        new Makers(
            mode == Mode.INTERPRETER,
            tierTwo,
            queue,
            parts.registry(),
            parts.turn(),
            bounds.maxRewrites()),
        new CacheWriter(cache, parts.log(), System.nanoTime()));
  }

  /** The launcher of the JVM that is to optimize; empty for this one. */
  private static String compiler(OptionValues options, Stress stress, Log log) {
    String java = options.get(Options.COMPILER);
    if (!java.isEmpty() && stress.isCodeRandom()) {
      log.warn(
          "compiler= is not used with stress=receivers or inlining: code is made at random, in this"
              + " JVM");
      return "";
    }
    return java;
  }

  private static InlineLimits limits(Mode mode, boolean inline) {
    boolean zero = System.getProperty("java.vm.name", "").contains("Zero VM");
    InlineLimits usual = InlineLimits.of(mode);
    InlineLimits all = zero ? usual.withLocks(LockPlaces.UNCOVERED).withPollsInCallsAlone() : usual;
    return inline ? all : all.withoutInlining();
  }
}
