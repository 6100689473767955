package dev.jpgo.agent.control;

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
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.agent.world.FunctionReader;
import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.InlineOutcome;
import dev.jpgo.core.phase.substitute.Substitutions;
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

  private final Setting setting;
  private final ClassRegistry registry;
  private final ProgramWorld world;
  private final AssumptionTable assumptions;
  private final Statistics statistics;
  private final Failures failures;
  private final TraceTable traces;
  private final ReprofilePolicy reprofile;
  private final @Nullable Trials trials;
  private final @Nullable CalleeProfiles callees;
  private final Stress stress;
  private final CodeReuse reuse;
  private final Attempts attempts;
  private final CompileReports reports;
  private final ProcessorClock clock = new ProcessorClock();

  /** When the profile was read that is being compiled with, of {@link System#nanoTime}. */
  private long readAt;

  /**
   * @param trials what methods go through before they are kept; null: all are kept
   * @param callees has what is inlined profiled, too; null: counters have seen to that
   */
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
      @Nullable Trials trials,
      @Nullable CalleeProfiles callees,
      Stress stress,
      CodeCache cache,
      Elsewhere elsewhere) {
    this.setting = setting;
    this.registry = registry;
    this.world = new ProgramWorld(registry, true, FunctionReader.of(registry, flags.constants()));
    this.assumptions = assumptions;
    this.statistics = statistics;
    this.failures = failures;
    this.traces = traces;
    this.reprofile = reprofile;
    this.trials = trials;
    this.callees = callees;
    this.stress = stress;
    this.reuse = new CodeReuse(cache, registry, world, statistics);
    this.attempts =
        new Attempts(setting, world, flags, lines, statistics, stress, reuse, elsewhere);
    this.reports = new CompileReports(statistics, decisions);
  }

  /** What the cache has. */
  CodeReuse reuse() {
    return reuse;
  }

  /** Nothing is to be optimized any more. */
  void close() {
    attempts.close();
  }

  /** How often optimized code has taken a slow path. */
  long misses() {
    return attempts.misses();
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
    begin(() -> method.mayWait(now) && missed() != null);
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
      String id = failures.report("optimizing " + method.id(), failure);
      method.settle(Tier.QUARANTINED, "error " + id);
      statistics.optimized(clock.nanos() - start);
    }
  }

  /** Whether a method gets another body than its own, so that counts of it would tell nothing. */
  boolean replaces(ClassRecord owner, MethodInfo method) {
    byte[] bytes = registry.bytes(owner);
    if (bytes == null || setting.phasesOff.contains(Substitutions.NAME)) {
      return false;
    }
    Optional<MethodNode> code = world.code(bytes, method.ordinal());
    return code.isPresent() && Substitutions.of(setting.mode, owner, code.get()).isPresent();
  }

  private boolean isLeftOut(MethodRecord method) {
    boolean out = !isMeant(method);
    if (out) {
      method.settle(Tier.SETTLED, "outside of methods.from and methods.to");
    }
    return out;
  }

  private boolean isMeant(MethodRecord method) {
    int number = method.id().number();
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
    FlagAllocator.Flag flag = attempts.flag();
    CompileResult.Optimized result;
    try {
      result = attempts.relocated(method, fitting, better, flag);
    } catch (RuntimeException failure) {
      failures.report("taking " + method.id() + " from the cache", failure);
      return false;
    }
    if (result == null) {
      return false;
    }
    accept(method, result, flag, now, "from the cache");
    if (method.tier() == Tier.OPTIMIZED) {
      statistics.reused(Cached.USED, clock.nanos() - start);
    }
    reports.tell(method, result, clock.nanos() - start);
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
    begin(() -> missed() != null);
    try {
      MethodNode code = bytes == null ? null : world.code(bytes, method.ordinal()).orElse(null);
      if (code == null) {
        return true;
      }
      Attempts.Attempt made =
          attempts.make(method, code, attempts.limits(method, now), null, false);
      boolean again = missed() != null; // first: what came of it says nothing then
      if (again || !(made.result() instanceof CompileResult.Optimized optimized)) {
        statistics.optimized(clock.nanos() - start);
        return again;
      }
      boolean may = optimized.assumptions().isEmpty() || setting.assumptions;
      if (!may || !validated(optimized, made.flag())) {
        statistics.optimized(clock.nanos() - start);
        return may;
      }
      if (!closing.getAsBoolean()) {
        made.flag().clear(); // or it would be watched for ever
        statistics.optimized(clock.nanos() - start);
        return true;
      }
      take(method, optimized, made.flag(), now, why);
      reports.compiled(method, optimized, clock.nanos() - start);
      return false;
    } catch (UnknownBytesException e) {
      statistics.optimized(clock.nanos() - start);
      return true;
    } catch (RuntimeException | LinkageError | StackOverflowError failure) {
      failures.report("optimizing " + method.id() + " without loop entries", failure);
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
    begin(() -> missed() != null);
    try {
      MethodNode code = bytes == null ? null : world.code(bytes, method.ordinal()).orElse(null);
      if (code == null) {
        return true;
      }
      Attempts.Attempt made =
          attempts.make(method, code, attempts.limits(method, now), null, false);
      if (missed() != null) {
        statistics.optimized(clock.nanos() - start);
        return true;
      }
      if (made.result() instanceof CompileResult.Optimized optimized
          && takesIn(optimized, idOf(method, another))
          && !InlineOutcome.lacksCounts(optimized.decisions())
          && validated(optimized, made.flag())) {
        take(method, optimized, made.flag(), now, why);
        statistics.promoted(Promotion.TIER2);
      }
      reports.compiled(method, made.result(), clock.nanos() - start);
      return false;
    } catch (UnknownBytesException e) {
      statistics.optimized(clock.nanos() - start);
      return true;
    } catch (RuntimeException | LinkageError | StackOverflowError failure) {
      failures.report("optimizing " + method.id(), failure);
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

  /** A compilation begins: now, which may be long after the round that it is part of did. */
  private void begin(BooleanSupplier provisional) {
    readAt = System.nanoTime();
    world.begin(provisional);
  }

  private void compile(MethodRecord method, MethodNode code, long now, String why, long start) {
    Map<AbstractInsnNode, Integer> sites = Attempts.enterable(method, code);
    Attempts.Attempt made =
        attempts.make(method, code, attempts.limits(method, now), sites, sites == null);
    CompileResult result = made.result();
    ClassRecord missed = missed();
    if (missed != null && method.mayWait(now)) {
      method.await(missed, now);
      statistics.optimized(clock.nanos() - start);
      return;
    }
    if (missed != null && result instanceof CompileResult.Unchanged) {
      method.retry("not worth it without the bytes of " + missed, now); // they may come late
      statistics.optimized(clock.nanos() - start);
      return;
    }
    if (callees != null
        && callees.profile(
            method.owner().record(), InlineOutcome.uncounted(result.decisions()), now)) {
      method.retry("what it takes in is not profiled yet", now);
      if (method.tier() == Tier.PROFILED) {
        statistics.optimized(clock.nanos() - start);
        return;
      }
    }
    attempts.keep(method, made);
    if (result instanceof CompileResult.Optimized optimized) {
      accept(method, made.plain(optimized), made.flag(), now, why);
    } else if (result instanceof CompileResult.Unchanged unchanged) {
      method.settle(Tier.SETTLED, unchanged.reason());
    }
    reports.compiled(method, result, clock.nanos() - start);
  }

  /** For how many nanoseconds another process was waited for. */
  long waited() {
    return attempts.waited();
  }

  /** Whether the next batch brings bytes that a call was not looked into for. */
  boolean awaitsBytes() {
    return firstToCome(registry.wanted()) != null;
  }

  /** The same of the compilation that is being done: a class whose bytes come, or null. */
  private @Nullable ClassRecord missed() {
    return firstToCome(registry.missed());
  }

  private static @Nullable ClassRecord firstToCome(Iterable<ClassRecord> wanted) {
    for (ClassRecord each : wanted) {
      if (each.attachment() instanceof ClassState state
          && (state.status() == ClassState.Status.FRESH
              || state.status() == ClassState.Status.REWRITTEN)
          && !state.isLeftUnfetched()
          && each.linked()) {
        return each;
      }
    }
    return null;
  }

  private void accept(
      MethodRecord method,
      CompileResult.Optimized optimized,
      FlagAllocator.Flag flag,
      long now,
      String why) {
    String objection =
        trials == null ? "" : TrialWorth.objection(optimized, method.countedNanos(readAt));
    if (!objection.isEmpty()) {
      method.settle(Tier.SETTLED, objection);
    } else if (!optimized.assumptions().isEmpty() && !setting.assumptions) {
      method.settle(Tier.SETTLED, "classes may be defined unseen: no assumption can be made");
    } else if (!validated(optimized, flag)) {
      method.retry("a class was loaded or changed meanwhile that it rests on", now);
    } else {
      take(method, optimized, flag, now, why);
    }
  }

  /** Whether what the code rests on holds, and will be seen to be broken from now on. */
  private boolean validated(CompileResult.Optimized optimized, FlagAllocator.Flag flag) {
    if (InlineDecision.anyOf(optimized.decisions(), registry::mayBeOutdated)) {
      return false; // another agent has had it made anew meanwhile
    }
    List<Assumption> rests = optimized.assumptions();
    if (!rests.isEmpty() && !setting.assumptions) {
      return false;
    }
    attempts.used();
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
    if (trials == null) {
      method.optimize(optimized.method(), how, now, why);
      reprofile.watch(method, flag, now);
    } else {
      trials.begin(method, optimized.method(), how, flag, now, why);
    }
    stress.made(flag);
  }

  @Override
  public @Nullable Class<?> find(Class<?> from, String internalName) {
    ClassRecord record = registry.existing(from);
    LoadedClass found = record == null ? null : registry.find(record, internalName).orElse(null);
    return found instanceof ClassRecord known ? known.type() : null;
  }

  private static MethodId idOf(MethodRecord sibling, MethodInfo info) {
    return new MethodId(sibling.owner().record().name(), info.name(), info.descriptor());
  }
}
