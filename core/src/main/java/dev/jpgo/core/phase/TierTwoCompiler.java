package dev.jpgo.core.phase;

import dev.jpgo.core.emit.CompilerBailouts;
import dev.jpgo.core.emit.Emitter;
import dev.jpgo.core.emit.LineNumbers;
import dev.jpgo.core.ir.BlockFrequencies;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.dynamic.KnownBootstraps;
import dev.jpgo.core.phase.inline.DecisionTree;
import dev.jpgo.core.phase.inline.Frequencies;
import dev.jpgo.core.phase.inline.InlineOutcome;
import dev.jpgo.core.phase.inline.LockPlaces;
import dev.jpgo.core.phase.inline.WorldTypeMerger;
import dev.jpgo.core.phase.lock.CoveredLocks;
import dev.jpgo.core.phase.substitute.SubstitutedWorld;
import dev.jpgo.core.phase.substitute.Substitutions;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Compiles one method to tier 2: bytecode to SSA, the phases of {@link OptimizationPipeline}, and
 * back. Stateless and thread-safe; it neither loads classes of the program nor takes locks.
 */
public final class TierTwoCompiler {
  private static final CompileStats NOTHING = new CompileStats(0, 0, 0, 0);

  private final KnownBootstraps known = new KnownBootstraps();

  /** Names of all phases, as they are switched off by. */
  public static List<String> phases() {
    return OptimizationPipeline.names();
  }

  /**
   * Compiles a method, all of it or not at all.
   *
   * @return the new version, or the reason why the method stays as it is
   */
  public CompileResult compile(CompileRequest original) {
    CompileRequest request = substituted(original);
    boolean better = request.code() != original.code();
    OptimizationPipeline pipeline = new OptimizationPipeline(request, known);
    List<InlineDecision> decisions = List.of();
    CompileStats stats = NOTHING;
    if (setsManager(original.code())) {
      return new CompileResult.Unchanged(
          "goes on under a security manager", decisions, List.of(), stats);
    }
    try {
      Graph graph = GraphBuilder.build(source(request));
      pipeline.look(graph);
      better |= pipeline.library().writeStreams(graph) > 0;
      better |= pipeline.library().writeSorts(graph) > 0;
      better |= pipeline.expandDynamics(graph) > 0;
      InlineOutcome inlined = pipeline.inline(graph);
      decisions = inlined.decisions();
      stats =
          new CompileStats(
              inlined.callSites(), inlined.inlined(), inlined.devirtualized(), inlined.guards());
      if (request.world().isProvisional()) {
        return new CompileResult.Unchanged(
            "what it calls is not known yet", decisions, pipeline.reports(), stats);
      }
      better |= inlined.inlined() > 0 || inlined.functional() > 0 || request.sites() != null;
      better |= pipeline.library().askMaps(graph) > 0;
      better |= pipeline.library().writeLists(graph) > 0;
      better |= pipeline.unbox(graph) > 0;
      better = better || pipeline.replaceObjects(graph) > 0;
      if (!better && !pipeline.improvesLoops(graph)) {
        return new CompileResult.Unchanged(
            "no call is worth inlining", together(pipeline, decisions), pipeline.reports(), stats);
      }
      pipeline.simplify(graph);
      if (request.limits().locks() == LockPlaces.UNCOVERED && CoveredLocks.any(graph)) {
        return compile(original.with(original.limits().withLocks(LockPlaces.NOWHERE)));
      }
      List<Assumption> rests = new ArrayList<>(inlined.assumptions());
      rests.addAll(pipeline.library().assumptions());
      RecordedLines lines = new RecordedLines(request.lines());
      boolean compiled = request.mode() != Mode.INTERPRETER;
      MethodNode code = Emitter.emit(graph, LineNumbers.withSynthetic(lines), compiled);
      String bailout = compiled ? CompilerBailouts.of(request.owner().name(), code) : null;
      if (bailout != null) {
        return new CompileResult.Unchanged(
            "the VM's compiler would give up: " + bailout,
            together(pipeline, decisions),
            pipeline.reports(),
            stats);
      }
      return new CompileResult.Optimized(
          code,
          rests,
          lines.byLine,
          together(pipeline, decisions),
          List.copyOf(pipeline.reports()),
          stats);
    } catch (UnsupportedMethodException e) {
      return new CompileResult.Unchanged(e.reason(), decisions, pipeline.reports(), stats);
    }
  }

  /**
   * Whether the method sets a security manager, who judges by frames: its own frame goes on after
   * that, and everything that it calls must have one.
   */
  private static boolean setsManager(MethodNode code) {
    for (AbstractInsnNode each : code.instructions) {
      if (each instanceof MethodInsnNode call
          && call.name.equals("setSecurityManager")
          && call.owner.equals("java/lang/System")) {
        return true;
      }
    }
    return false;
  }

  private static List<InlineDecision> together(
      OptimizationPipeline pipeline, List<InlineDecision> calls) {
    return new DecisionTree(calls)
        .add(pipeline.library().decisions())
        .add(pipeline.constructors())
        .decisions();
  }

  /** The request with bodies in it that are better interpreted: its own, or those it may inline. */
  private static CompileRequest substituted(CompileRequest request) {
    if (request.sites() != null || request.disabledPhases().contains(Substitutions.NAME)) {
      return request; // a running loop comes in where the original has it
    }
    World world = new SubstitutedWorld(request.world(), request.mode());
    return Substitutions.of(request.mode(), request.owner(), request.code())
        .map(better -> request.with(better, world))
        .orElseGet(() -> request.in(world));
  }

  private static MethodSource source(CompileRequest request) {
    MethodNode original = request.code();
    if (request.sites() != null) {
      Optional<MethodNode> code = request.world().code(request.owner(), request.info());
      original = code.orElse(original);
    }
    BlockFrequencies counted = Frequencies.of(original, request.profile());
    return MethodSource.of(request.owner().name(), request.owner().info().version(), request.code())
        .withSourceFile(request.owner().info().sourceFile())
        .withFrequencies(counted == null ? Frequencies.ofStraight(original) : counted)
        .withSites(request.sites())
        .withMerger(new WorldTypeMerger(request.world(), request.owner()))
        .withMaxInstructions(request.limits().maxInstructions());
  }

  /** Remembers which numbers a version used. */
  private static final class RecordedLines implements SyntheticLines {
    private final SyntheticLines source;
    private final Map<Integer, Position> byLine = new HashMap<>();

    RecordedLines(SyntheticLines source) {
      this.source = source;
    }

    @Override
    public int lineOf(Position position) {
      int line = source.lineOf(position);
      if (line != EXHAUSTED) {
        byLine.put(line, position);
      }
      return line;
    }
  }
}
