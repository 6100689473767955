package dev.jpgo.agent.control;

import dev.jpgo.agent.compiler.CompileJob;
import dev.jpgo.agent.compiler.Conversation;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.core.cache.RecordingWorld;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.instrument.OsrEntry;
import dev.jpgo.core.phase.CompileRequest;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.TierTwoCompiler;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.world.Mode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Has the optimizer make code of methods, here or in another process. Whether the program gets it
 * is {@link TierTwo}'s to say.
 */
final class Attempts {
  /** Length in bytes of methods that do little but pass on to another, at most. */
  private static final int PASSING_ON = 20;

  /** What their length counts as where growth is bounded: they take in what they pass on to. */
  private static final int PASSING_ON_AS = 25;

  /** What those count as at least that make objects for a loop which they take in. */
  private static final int MAKER_AS = 120;

  /** Times that a call runs in a millisecond from which it may be replaced by longer bodies. */
  private static final long HOT_PER_MILLISECOND = 200;

  private final TierTwo.Setting setting;
  private final ProgramWorld world;
  private final FlagAllocator flags;
  private final InlineTable lines;
  private final Statistics statistics;
  private final Stress stress;
  private final CodeReuse reuse;
  private final Elsewhere elsewhere;
  private final TierTwoCompiler compiler = new TierTwoCompiler();
  private FlagAllocator.@Nullable Flag spare;

  /**
   * What came of compiling a method.
   *
   * @param made what another process made, or null
   * @param recording what was asked for it, or null
   */
  record Attempt(
      CompileResult result,
      Conversation.@Nullable Made made,
      @Nullable RecordingWorld recording,
      FlagAllocator.Flag flag) {
    /** The same, resting on classes of the program. */
    CompileResult.Optimized plain(CompileResult.Optimized optimized) {
      return recording == null
          ? optimized
          : new CompileResult.Optimized(
              optimized.method(),
              recording.plain(optimized.assumptions()),
              optimized.lines(),
              optimized.decisions(),
              optimized.reports(),
              optimized.stats());
    }
  }

  Attempts(
      TierTwo.Setting setting,
      ProgramWorld world,
      FlagAllocator flags,
      InlineTable lines,
      Statistics statistics,
      Stress stress,
      CodeReuse reuse,
      Elsewhere elsewhere) {
    this.setting = setting;
    this.world = world;
    this.flags = flags;
    this.lines = lines;
    this.statistics = statistics;
    this.stress = stress;
    this.reuse = reuse;
    this.elsewhere = elsewhere;
  }

  void close() {
    elsewhere.close();
  }

  /** For how many nanoseconds another process was waited for. */
  long waited() {
    return elsewhere.nanos();
  }

  /** How often optimized code has taken a slow path. */
  long misses() {
    return flags.misses();
  }

  /** The flag for the code that is made next: the last one if that was not used. */
  FlagAllocator.Flag flag() {
    FlagAllocator.Flag flag = spare == null ? flags.allocate() : spare;
    spare = flag;
    return flag;
  }

  /** The last flag stands for code from now on. */
  void used() {
    spare = null;
  }

  /**
   * Compiles a method.
   *
   * @param limits how much may be inlined
   * @param sites see {@link CompileRequest}
   * @param cached whether the cache may get what comes of it
   */
  Attempt make(
      MethodRecord method,
      MethodNode code,
      InlineLimits limits,
      @Nullable Map<AbstractInsnNode, Integer> sites,
      boolean cached) {
    FlagAllocator.Flag flag = flag();
    FreeChoices choices = stress.choices(method);
    Conversation.Made made =
        sites == null && choices == FreeChoices.SENSIBLE ? elsewhere(method, limits, flag) : null;
    RecordingWorld recording =
        made == null && reuse.isOn() && cached ? new RecordingWorld(world) : null;
    CompileResult result =
        made == null
            ? here(method, code, limits, sites, flag, choices, recording)
            : result(method, made, flag);
    return new Attempt(result, made, recording, flag);
  }

  private Conversation.@Nullable Made elsewhere(
      MethodRecord method, InlineLimits limits, FlagAllocator.Flag flag) {
    Conversation.Made made =
        elsewhere.compile(
            new CompileJob(
                method.owner().record(), method.info(), limits, flag.field(), reuse.isOn()));
    if (made != null) {
      statistics.elsewhere(made.queries());
    }
    return made;
  }

  private CompileResult result(
      MethodRecord method, Conversation.Made made, FlagAllocator.Flag flag) {
    Version version = made.version();
    if (version.outcome() instanceof Version.Better better) {
      CompileResult.Optimized optimized =
          relocated(method, new CodeReuse.Fitting(version, made.assumptions()), better, flag);
      if (optimized != null) {
        return optimized;
      }
    }
    String why =
        version.outcome() instanceof Version.Unchanged unchanged
            ? unchanged.reason()
            : "no line numbers are left for inlined code";
    return new CompileResult.Unchanged(why, version.decisions(), List.of(), version.stats());
  }

  private CompileResult here(
      MethodRecord method,
      MethodNode code,
      InlineLimits limits,
      @Nullable Map<AbstractInsnNode, Integer> sites,
      FlagAllocator.Flag flag,
      FreeChoices choices,
      @Nullable RecordingWorld recording) {
    ClassRecord owner = method.owner().record();
    return compiler.compile(
        new CompileRequest(
            recording == null ? owner : recording.owner(owner),
            method.info(),
            code,
            sites,
            world.profile(owner, method.info()).orElse(null),
            recording == null ? world : recording,
            setting.mode(),
            setting.costs(),
            limits,
            flag.field(),
            choices,
            lines.of(owner.name()),
            setting.phasesOff(),
            false));
  }

  /** Code that was made with another flag and other lines; null when no lines are left. */
  CompileResult.@Nullable Optimized relocated(
      MethodRecord method,
      CodeReuse.Fitting fitting,
      Version.Better better,
      FlagAllocator.Flag flag) {
    return CodeReuse.relocated(
        fitting, better, flag.field(), lines.of(method.owner().record().name()));
  }

  /** Gives the cache what has come of an attempt. */
  void keep(MethodRecord method, Attempt attempt) {
    ClassRecord owner = method.owner().record();
    RecordingWorld recording = attempt.recording();
    Conversation.Made made = attempt.made();
    if (method.reprofiles() > 0 && attempt.result() instanceof CompileResult.Unchanged) {
      reuse.forget(owner, method.info()); // worth it in another run, perhaps
    } else if (recording != null) {
      reuse.keep(owner, method.info(), attempt.flag().field(), recording, attempt.result());
    } else if (made != null && reuse.isOn()) {
      reuse.keep(owner, made.version());
    }
  }

  /** Puts the entries in front that running loops come in by. */
  static @Nullable Map<AbstractInsnNode, Integer> enterable(MethodRecord method, MethodNode code) {
    TierZeroLayout layout = method.owner().layout();
    if (method.osrLoops().isEmpty() || layout == null) {
      return null;
    }
    ClassRecord owner = method.owner().record();
    return OsrEntry.insert(
        owner.name(),
        owner.info().version(),
        code,
        layout.firstLoop(method.ordinal()),
        method.osrLoops());
  }

  /**
   * The limits of one method. What does little but pass on to another may, interpreted, take in
   * more than others do: the code hardly gets longer by it than if the other were called directly.
   * So may calls that run so often that each saves more than code costs.
   */
  InlineLimits limits(MethodRecord method, long now) {
    InlineLimits all = setting.limits();
    boolean passesOn = setting.mode() != Mode.JIT && method.info().codeLength() <= PASSING_ON;
    long length = passesOn ? PASSING_ON_AS : method.info().codeLength();
    long counted = method.profiledNanos(now) / 1_000_000;
    return all.withBytes(
            passesOn ? 2 * all.maxCalleeBytes() : all.maxCalleeBytes(),
            growth(length, all.maxGrowthBytes()))
        .withUnsharedBytes(growth(Math.max(length, MAKER_AS), all.maxUnsharedBytes()))
        .withHotRuns(
            counted == 0
                ? InlineLimits.NEVER
                : (int) Math.min(InlineLimits.NEVER, counted * HOT_PER_MILLISECOND));
  }

  private int growth(long length, int most) {
    return (int) Math.min(most, length * setting.growthPercent() / 100);
  }
}
