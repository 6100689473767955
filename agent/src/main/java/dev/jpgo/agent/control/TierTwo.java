package dev.jpgo.agent.control;

import dev.jpgo.agent.compiler.CompileJob;
import dev.jpgo.agent.compiler.Conversation;
import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.Cached;
import dev.jpgo.agent.events.Statistics.Promotion;
import dev.jpgo.agent.hooks.InlinedTypes;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.agent.world.FunctionReader;
import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.cache.RecordingWorld;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.OsrEntry;
import dev.jpgo.core.phase.CompileRequest;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.TierTwoCompiler;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.InlineOutcome;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Makes the tier-2 code of methods. */
final class TierTwo implements InlinedTypes {
  /** What does not depend on the method. */
  record Setting(
      Mode mode,
      CostModel costs,
      InlineLimits limits,
      Set<String> phasesOff,
      long growthPercent,
      long firstMethod,
      long lastMethod,
      boolean assumptions) {}

  /** Length in bytes of methods that do little but pass on to another, at most. */
  private static final int PASSING_ON = 20;

  /** What their length counts as where growth is bounded: they take in what they pass on to. */
  private static final int PASSING_ON_AS = 25;

  private final Setting setting;
  private final ClassRegistry registry;
  private final ProgramWorld world;
  private final AssumptionTable assumptions;
  private final FlagAllocator flags;
  private final InlineTable lines;
  private final Statistics statistics;
  private final DecisionLog decisions;
  private final Failures failures;
  private final TraceTable traces;
  private final ReprofilePolicy reprofile;
  private final Stress stress;
  private final CodeReuse reuse;
  private final Elsewhere elsewhere;
  private final ProcessorClock clock = new ProcessorClock();
  private final TierTwoCompiler compiler = new TierTwoCompiler();
  private FlagAllocator.@Nullable Flag spare;

  TierTwo(
      Setting setting,
      ClassRegistry registry,
      AssumptionTable assumptions,
      FlagAllocator flags,
      InlineTable lines,
      Statistics statistics,
      DecisionLog decisions,
      Failures failures,
      TraceTable traces,
      ReprofilePolicy reprofile,
      Stress stress,
      CodeCache cache,
      Elsewhere elsewhere) {
    this.setting = setting;
    this.registry = registry;
    this.world = new ProgramWorld(registry, true, FunctionReader.of(registry, flags.constants()));
    this.assumptions = assumptions;
    this.flags = flags;
    this.lines = lines;
    this.statistics = statistics;
    this.decisions = decisions;
    this.failures = failures;
    this.traces = traces;
    this.reprofile = reprofile;
    this.stress = stress;
    this.reuse = new CodeReuse(cache, registry, world, statistics);
    this.elsewhere = elsewhere;
  }

  /** What the cache has. */
  CodeReuse reuse() {
    return reuse;
  }

  /** Nothing is to be optimized any more. */
  void close() {
    elsewhere.close();
  }

  /** How often optimized code has taken a slow path. */
  long misses() {
    return flags.misses();
  }

  /**
   * Compiles a method; it has new code afterwards, or is settled. Without the bytes of its class
   * nothing happens.
   *
   * @param why what speaks for it, if it is optimized
   */
  void compile(MethodRecord method, long now, String why) {
    if (isLeftOut(method)) {
      return;
    }
    ClassRecord owner = method.owner().record();
    byte[] bytes = registry.bytes(owner);
    if (bytes == null) {
      owner.known();
      return;
    }
    long start = clock.nanos();
    try {
      CodeReuse.Found found =
          method.osrLoops().isEmpty() && method.reprofiles() == 0
              ? reuse.find(owner, method.info())
              : null;
      if (found != null && found.fitting() != null && install(method, found.fitting(), now)) {
        return;
      }
      Optional<MethodNode> code = world.code(bytes, method.ordinal());
      if (code.isPresent()) {
        compile(method, code.get(), now, why, start);
      }
    } catch (UnknownBytesException e) {
      method.retry(String.valueOf(e.getMessage()), now);
      statistics.optimized(clock.nanos() - start);
    } catch (RuntimeException | LinkageError | StackOverflowError failure) {
      String id = failures.report("optimizing " + name(method), failure);
      method.settle(Tier.QUARANTINED, "error " + id);
      statistics.optimized(clock.nanos() - start);
    }
  }

  private boolean isLeftOut(MethodRecord method) {
    boolean out = !isMeant(method);
    if (out) {
      method.settle(Tier.SETTLED, "outside of methods.from and methods.to");
    }
    return out;
  }

  private boolean isMeant(MethodRecord method) {
    int number = id(method).number();
    return setting.firstMethod <= number && number <= setting.lastMethod;
  }

  /**
   * Takes a version over that an earlier run made; the method has new code afterwards, or is
   * settled, or looked at again.
   *
   * @return false when it could not be done, and nothing has happened
   */
  boolean install(MethodRecord method, CodeReuse.Fitting fitting, long now) {
    if (isLeftOut(method)) {
      return true;
    }
    long start = clock.nanos();
    if (fitting.version().outcome() instanceof Version.Unchanged unchanged) {
      method.settle(Tier.SETTLED, unchanged.reason());
      statistics.reused(Cached.UNCHANGED, clock.nanos() - start);
      return true;
    }
    Version.Better better = (Version.Better) fitting.version().outcome();
    FlagAllocator.Flag flag = spare == null ? flags.allocate() : spare;
    spare = flag;
    CompileResult.Optimized result;
    try {
      result =
          CodeReuse.relocated(
              fitting, better, flag.field(), lines.of(method.owner().record().name()));
    } catch (RuntimeException failure) {
      failures.report("taking " + name(method) + " from the cache", failure);
      return false;
    }
    if (result == null) {
      return false;
    }
    accept(method, result, flag, now, "from the cache");
    if (method.tier() == Tier.OPTIMIZED) {
      statistics.reused(Cached.USED, clock.nanos() - start);
    }
    count(result);
    write(method, result, clock.nanos() - start);
    return true;
  }

  /**
   * Compiles an optimized method once more, without the loop entries of its version, which it keeps
   * unless the new one is about to be installed. The cache does not get it: in a run to come its
   * loop may be running when the version is found to hold.
   *
   * @param closing closes the entries; false when a frame is on its way to one
   * @return whether to try again later
   */
  boolean compileWithoutEntries(
      MethodRecord method, long now, String why, BooleanSupplier closing) {
    byte[] bytes = registry.bytes(method.owner().record());
    long start = clock.nanos();
    try {
      MethodNode code = bytes == null ? null : world.code(bytes, method.ordinal()).orElse(null);
      if (code == null) {
        return true;
      }
      Attempt made = attempt(method, code, limits(method, 0), null, false);
      if (!(made.result instanceof CompileResult.Optimized optimized)) {
        statistics.optimized(clock.nanos() - start);
        return false;
      }
      boolean may = optimized.assumptions().isEmpty() || setting.assumptions;
      if (!may || awaitsBytes() || !validated(optimized, made.flag)) {
        statistics.optimized(clock.nanos() - start);
        return may;
      }
      if (!closing.getAsBoolean()) {
        made.flag.clear(); // or it would be watched for ever
        statistics.optimized(clock.nanos() - start);
        return true;
      }
      take(method, optimized, made.flag, now, why);
      report(method, optimized, clock.nanos() - start);
      return false;
    } catch (UnknownBytesException e) {
      statistics.optimized(clock.nanos() - start);
      return true;
    } catch (RuntimeException | LinkageError | StackOverflowError failure) {
      failures.report("optimizing " + name(method) + " without loop entries", failure);
      statistics.optimized(clock.nanos() - start);
      return false;
    }
  }

  /**
   * Compiles a method that is not hot; it has new code afterwards if another is inlined in it and
   * counts would add nothing to what is known, and nothing has happened otherwise.
   *
   * @param another a method of the same class that is to be inlined
   * @return whether to try again later
   */
  boolean compileTakingIn(MethodRecord method, MethodInfo another, long now, String why) {
    if (!isMeant(method)) {
      return false;
    }
    byte[] bytes = registry.bytes(method.owner().record());
    long start = clock.nanos();
    try {
      MethodNode code = bytes == null ? null : world.code(bytes, method.ordinal()).orElse(null);
      if (code == null) {
        return true;
      }
      Attempt made = attempt(method, code, limits(method, another.codeLength()), null, false);
      boolean again = awaitsBytes();
      if (!again
          && made.result instanceof CompileResult.Optimized optimized
          && takesIn(optimized, idIn(method, another))
          && !InlineOutcome.lacksCounts(optimized.decisions())
          && validated(optimized, made.flag)) {
        take(method, optimized, made.flag, now, why);
        statistics.promoted(Promotion.TIER2);
      }
      report(method, made.result, clock.nanos() - start);
      return again;
    } catch (UnknownBytesException e) {
      statistics.optimized(clock.nanos() - start);
      return true;
    } catch (RuntimeException | LinkageError | StackOverflowError failure) {
      failures.report("optimizing " + name(method), failure);
      statistics.optimized(clock.nanos() - start);
      return false;
    }
  }

  private static boolean takesIn(CompileResult.Optimized optimized, MethodId another) {
    for (InlineDecision decision : optimized.decisions()) {
      if (decision.inlined() && decision.target().equals(another)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What came of compiling a method.
   *
   * @param made what another process made, or null
   * @param recording what was asked for it, or null
   */
  private record Attempt(
      CompileResult result,
      Conversation.@Nullable Made made,
      @Nullable RecordingWorld recording,
      FlagAllocator.Flag flag) {}

  /**
   * Compiles a method.
   *
   * @param limits how much may be inlined
   * @param sites see {@link CompileRequest}
   * @param cached whether the cache may get what comes of it
   */
  private Attempt attempt(
      MethodRecord method,
      MethodNode code,
      InlineLimits limits,
      @Nullable Map<AbstractInsnNode, Integer> sites,
      boolean cached) {
    FlagAllocator.Flag flag = spare == null ? flags.allocate() : spare;
    spare = flag;
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

  private void compile(MethodRecord method, MethodNode code, long now, String why, long start) {
    Map<AbstractInsnNode, Integer> sites = enterable(method, code);
    Attempt made = attempt(method, code, limits(method, 0), sites, sites == null);
    CompileResult result = made.result;
    ClassRecord awaited = method.mayWait(now) ? awaited() : null;
    if (awaited != null) {
      method.await(awaited, now);
      statistics.optimized(clock.nanos() - start);
      return;
    }
    keep(method, made);
    if (result instanceof CompileResult.Optimized optimized) {
      accept(method, plain(made, optimized), made.flag, now, why);
    } else if (result instanceof CompileResult.Unchanged unchanged) {
      method.settle(Tier.SETTLED, unchanged.reason());
    }
    report(method, result, clock.nanos() - start);
  }

  /** For how many nanoseconds another process was waited for. */
  long waited() {
    return elsewhere.nanos();
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
          CodeReuse.relocated(
              new CodeReuse.Fitting(version, made.assumptions()),
              better,
              flag.field(),
              lines.of(method.owner().record().name()));
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
            setting.mode,
            setting.costs,
            limits,
            flag.field(),
            choices,
            lines.of(owner.name()),
            setting.phasesOff,
            false));
  }

  private void keep(MethodRecord method, Attempt attempt) {
    ClassRecord owner = method.owner().record();
    RecordingWorld recording = attempt.recording;
    Conversation.Made made = attempt.made;
    if (method.reprofiles() > 0 && attempt.result instanceof CompileResult.Unchanged) {
      reuse.forget(owner, method.info()); // worth it in another run, perhaps
    } else if (recording != null) {
      reuse.keep(owner, method.info(), attempt.flag.field(), recording, attempt.result);
    } else if (made != null && reuse.isOn()) {
      reuse.keep(owner, made.version());
    }
  }

  /** The same, resting on classes of the program. */
  private static CompileResult.Optimized plain(Attempt attempt, CompileResult.Optimized result) {
    RecordingWorld recording = attempt.recording;
    return recording == null
        ? result
        : new CompileResult.Optimized(
            result.method(),
            recording.plain(result.assumptions()),
            result.lines(),
            result.decisions(),
            result.reports(),
            result.stats());
  }

  /** Whether a call was not looked into for bytes that the next batch brings. */
  boolean awaitsBytes() {
    return awaited() != null;
  }

  /**
   * A class that a call was not looked into for, and whose bytes the next batch brings; or null.
   */
  private @Nullable ClassRecord awaited() {
    for (ClassRecord wanted : registry.wanted()) {
      if (wanted.attachment() instanceof ClassState state
          && (state.status() == ClassState.Status.FRESH
              || state.status() == ClassState.Status.REWRITTEN)
          && wanted.linked()) {
        return wanted;
      }
    }
    return null;
  }

  /** Puts the entries in front that running loops come in by. */
  private static @Nullable Map<AbstractInsnNode, Integer> enterable(
      MethodRecord method, MethodNode code) {
    TierZeroLayout layout = method.owner().layout();
    if (method.osrLoops().isEmpty() || layout == null) {
      return null;
    }
    return OsrEntry.insert(
        method.owner().record().name(),
        code,
        layout.firstLoop(method.ordinal()),
        method.osrLoops());
  }

  /**
   * The limits of one method. What does little but pass on to another may, interpreted, take in
   * more than others do: the code hardly gets longer by it than if the other were called directly.
   *
   * @param more bytes of code that count as its own when its growth is bounded
   */
  private InlineLimits limits(MethodRecord method, int more) {
    InlineLimits all = setting.limits;
    boolean passesOn = setting.mode == Mode.INTERPRETER && method.info().codeLength() <= PASSING_ON;
    long length = more + (passesOn ? PASSING_ON_AS : method.info().codeLength());
    return new InlineLimits(
        all.maxDepth(),
        all.maxRecursion(),
        all.tinyBytes(),
        passesOn ? 2 * all.maxCalleeBytes() : all.maxCalleeBytes(),
        (int) Math.min(all.maxGrowthBytes(), length * setting.growthPercent / 100),
        all.maxMethodBytes(),
        all.maxInstructions());
  }

  private void accept(
      MethodRecord method,
      CompileResult.Optimized optimized,
      FlagAllocator.Flag flag,
      long now,
      String why) {
    if (!optimized.assumptions().isEmpty() && !setting.assumptions) {
      method.settle(Tier.SETTLED, "classes may be defined unseen: no assumption can be made");
    } else if (!validated(optimized, flag)) {
      method.retry("a class was loaded meanwhile that breaks an assumption", now);
    } else {
      take(method, optimized, flag, now, why);
    }
  }

  /** Whether what the code rests on holds, and will be seen to be broken from now on. */
  private boolean validated(CompileResult.Optimized optimized, FlagAllocator.Flag flag) {
    List<Assumption> rests = optimized.assumptions();
    if (!rests.isEmpty() && !setting.assumptions) {
      return false;
    }
    spare = null;
    assumptions.register(rests, flag);
    return rests.isEmpty() || assumptions.validate(flag, rests);
  }

  private void take(
      MethodRecord method,
      CompileResult.Optimized optimized,
      FlagAllocator.Flag flag,
      long now,
      String why) {
    registry.pin(method.owner().record());
    Class<?> type = method.owner().record().type();
    if (type != null) {
      traces.inlined(type, optimized.lines(), this);
    }
    CompiledMethod how = // its length is measured when it is installed
        new CompiledMethod(method.info().codeLength(), 0, optimized.decisions(), Optional.empty());
    method.optimize(optimized.method(), how, now, why);
    reprofile.watch(method, flag, now);
    stress.made(flag);
  }

  @Override
  public @Nullable Class<?> find(Class<?> from, String internalName) {
    ClassRecord record = registry.existing(from);
    LoadedClass found = record == null ? null : registry.find(record, internalName).orElse(null);
    return found instanceof ClassRecord known ? known.type() : null;
  }

  private void report(MethodRecord method, CompileResult result, long nanos) {
    statistics.optimized(nanos);
    statistics.compiled();
    count(result);
    write(method, result, nanos);
  }

  private void count(CompileResult result) {
    statistics.sites(
        result.stats().callSites(), result.stats().devirtualized(), result.stats().inlined());
    for (InlineDecision decision : result.decisions()) {
      count(decision);
    }
  }

  private void write(MethodRecord method, CompileResult result, long nanos) {
    if (decisions.on()) {
      decisions.line(
          "tier 2 "
              + name(method)
              + ": "
              + method.tier()
              + ", "
              + method.reason()
              + ", "
              + nanos / 1_000_000
              + " ms for "
              + method.info().codeLength()
              + " bytes and "
              + result.stats().callSites()
              + " calls");
      for (InlineDecision decision : result.decisions()) {
        write(decision, "  ");
      }
    }
  }

  private void count(InlineDecision decision) {
    if (!decision.inlined()) {
      statistics.siteRefused(decision.reason());
    }
    for (InlineDecision inner : decision.inner()) {
      count(inner);
    }
  }

  private void write(InlineDecision decision, String indent) {
    decisions.line(
        indent
            + (decision.inlined() ? "inline " : "call   ")
            + decision.target()
            + " at line "
            + decision.line()
            + " x"
            + decision.count()
            + ": "
            + decision.reason());
    for (InlineDecision inner : decision.inner()) {
      write(inner, indent + "  ");
    }
  }

  private static String name(MethodRecord method) {
    return id(method).toString();
  }

  private static MethodId id(MethodRecord method) {
    return idIn(method, method.info());
  }

  private static MethodId idIn(MethodRecord sibling, MethodInfo info) {
    return new MethodId(sibling.owner().record().name(), info.name(), info.descriptor());
  }
}
