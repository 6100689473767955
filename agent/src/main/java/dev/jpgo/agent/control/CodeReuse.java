package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.Cached;
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.cache.FactCheck;
import dev.jpgo.core.cache.Facts;
import dev.jpgo.core.cache.MethodFile;
import dev.jpgo.core.cache.RecordingWorld;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes versions of methods out of the cache, if what the optimizer was told when it made them is
 * what it would be told now, and puts new ones in.
 */
final class CodeReuse {
  private final CodeCache cache;
  private final ClassRegistry registry;
  private final World world;
  private final Statistics statistics;
  private final ProcessorClock clock = new ProcessorClock();

  CodeReuse(CodeCache cache, ClassRegistry registry, World world, Statistics statistics) {
    this.cache = cache;
    this.registry = registry;
    this.world = world;
    this.statistics = statistics;
    if (cache.isOn()) {
      statistics.cacheLoaded(cache.loaded());
    }
  }

  boolean isOn() {
    return cache.isOn();
  }

  /** The entries of a class. */
  List<CodeCache.Entry> ofClass(ClassRecord record) {
    return cache.ofClass(record.name(), record.loaderRecord().kind());
  }

  /** Whether code of a class of this name may have gone into what is kept. */
  boolean mentions(String internalName) {
    return cache.mentions(internalName);
  }

  /** A version that holds, with what it rests on. */
  record Fitting(Version version, List<Assumption> assumptions) {}

  /** What was found out about an entry; {@code fitting} is null unless it holds. */
  record Found(
      FactCheck.Verdict verdict,
      String missing,
      List<ClassRecord> bytesWanted,
      @Nullable Fitting fitting) {
    Found(FactCheck.Verdict verdict) {
      this(verdict, "", List.of(), null);
    }
  }

  /** Whether there is a version of a method that holds now; null if there is none at all. */
  @Nullable Found find(ClassRecord owner, MethodInfo info) {
    if (!cache.isOn()) {
      return null;
    }
    CodeCache.Entry entry =
        cache.find(owner.name(), owner.loaderRecord().kind(), info.name(), info.descriptor());
    if (entry == null) {
      return null;
    }
    long start = clock.nanos();
    Found found = check(owner, entry);
    statistics.cacheChecked(clock.nanos() - start);
    return found;
  }

  private Found check(ClassRecord owner, CodeCache.Entry entry) {
    Version version = cache.version(entry);
    if (version == null) {
      return new Found(FactCheck.Verdict.DIFFERS);
    }
    FactCheck check;
    try {
      check = FactCheck.of(world, version.facts(), owner);
    } catch (UnknownBytesException e) { // they have been sent for
      return new Found(FactCheck.Verdict.NOT_YET);
    }
    if (check.verdict() == FactCheck.Verdict.DIFFERS) {
      drop(entry, check.reason());
    }
    List<ClassRecord> wanted = new ArrayList<>();
    for (LoadedClass each : check.bytesWanted()) {
      registry.want((ClassRecord) each);
      wanted.add((ClassRecord) each);
    }
    boolean holds = check.verdict() == FactCheck.Verdict.HOLDS;
    if (holds && InlineDecision.anyOf(version.decisions(), registry::mayBeOutdated)) {
      return new Found(FactCheck.Verdict.DIFFERS); // in this run: it is kept for the next
    }
    return new Found(
        check.verdict(),
        check.missing(),
        wanted,
        holds ? new Fitting(version, check.assumptions()) : null);
  }

  private void drop(CodeCache.Entry entry, String why) {
    cache.drop(entry);
    statistics.cached(Cached.STALE);
    statistics.cacheReason(why);
  }

  /**
   * The code of a version with what this JVM gives out.
   *
   * @param flag what it is to read
   * @return null when there are no lines left for it
   */
  static CompileResult.@Nullable Optimized relocated(
      Fitting fitting, Version.Better better, FlagField flag, SyntheticLines lines) {
    Map<Integer, Integer> exchanged = new HashMap<>();
    Map<Integer, Position> now = new HashMap<>();
    for (Map.Entry<Integer, Position> each : better.lines().entrySet()) {
      int line = lines.lineOf(each.getValue());
      if (line == SyntheticLines.EXHAUSTED) {
        return null;
      }
      exchanged.put(each.getKey(), line);
      now.put(line, each.getValue());
    }
    return new CompileResult.Optimized(
        MethodFile.read(better.classFile(), better.flag(), flag, exchanged),
        fitting.assumptions,
        now,
        fitting.version.decisions(),
        List.of(),
        fitting.version.stats());
  }

  /** Keeps what another process made of a method, if it was told all that it asked for. */
  void keep(ClassRecord owner, Version version) {
    if (!version.facts().entities().isEmpty()) {
      cache.keep(owner.name(), owner.loaderRecord().kind(), version);
      statistics.cached(Cached.KEPT);
    }
  }

  /** The next start is to find out about a method itself. */
  void forget(ClassRecord owner, MethodInfo info) {
    CodeCache.Entry entry =
        cache.find(owner.name(), owner.loaderRecord().kind(), info.name(), info.descriptor());
    if (entry != null) {
      cache.drop(entry);
    }
  }

  /** Keeps what a compilation made of a method, if it got to see all that it asked for. */
  void keep(
      ClassRecord owner,
      MethodInfo info,
      FlagField flag,
      RecordingWorld recording,
      CompileResult result) {
    Version.Outcome outcome;
    List<Assumption> assumptions = List.of();
    if (result instanceof CompileResult.Optimized optimized) {
      Optional<byte[]> file = MethodFile.write(optimized.method(), owner.info().version());
      if (file.isEmpty()) {
        return;
      }
      assumptions = optimized.assumptions();
      outcome = new Version.Better(file.get(), flag, optimized.lines());
    } else if (result instanceof CompileResult.Unchanged unchanged) {
      outcome = new Version.Unchanged(unchanged.reason());
    } else {
      throw new IllegalStateException("neither code nor none");
    }
    Optional<Facts> facts = recording.facts(assumptions);
    if (facts.isPresent()) {
      cache.keep(
          owner.name(),
          owner.loaderRecord().kind(),
          new Version(
              info.name(),
              info.descriptor(),
              facts.get(),
              result.decisions(),
              result.stats(),
              outcome));
      statistics.cached(Cached.KEPT);
    }
  }
}
