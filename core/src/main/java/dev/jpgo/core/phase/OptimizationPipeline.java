package dev.jpgo.core.phase;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.phase.box.BoxElimination;
import dev.jpgo.core.phase.dynamic.DynamicSites;
import dev.jpgo.core.phase.dynamic.FunctionalCalls;
import dev.jpgo.core.phase.dynamic.KnownBootstraps;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.inline.InlineContext;
import dev.jpgo.core.phase.inline.InlineOutcome;
import dev.jpgo.core.phase.inline.Inliner;
import dev.jpgo.core.phase.inline.LockPlaces;
import dev.jpgo.core.phase.inline.MergedCasts;
import dev.jpgo.core.phase.inline.RedundantCasts;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.phase.lock.MergedLocks;
import dev.jpgo.core.phase.lock.NestedLocks;
import dev.jpgo.core.phase.loop.CopyLoops;
import dev.jpgo.core.phase.loop.FillLoops;
import dev.jpgo.core.phase.loop.LoopUnrolling;
import dev.jpgo.core.phase.loop.SmallCalls;
import dev.jpgo.core.phase.map.BoxedKeys;
import dev.jpgo.core.phase.memory.LoopElements;
import dev.jpgo.core.phase.memory.LoopInvariants;
import dev.jpgo.core.phase.memory.LoopPolls;
import dev.jpgo.core.phase.memory.LoopTests;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.memory.OperandOrder;
import dev.jpgo.core.phase.memory.UnusedLoads;
import dev.jpgo.core.phase.memory.ValueNumbering;
import dev.jpgo.core.phase.order.TypeTestOrder;
import dev.jpgo.core.phase.path.ColdJoins;
import dev.jpgo.core.phase.scalar.ScalarReplacement;
import dev.jpgo.core.phase.scalar.UnsharedLocks;
import dev.jpgo.core.phase.simplify.BlockMerging;
import dev.jpgo.core.phase.simplify.ConstantFolding;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.GuardThreading;
import dev.jpgo.core.phase.simplify.ImpliedChecks;
import dev.jpgo.core.phase.simplify.JumpThreading;
import dev.jpgo.core.phase.simplify.NarrowConversions;
import dev.jpgo.core.phase.simplify.RedundantChecks;
import dev.jpgo.core.phase.simplify.TailDuplication;
import dev.jpgo.core.phase.sort.KeySorts;
import dev.jpgo.core.phase.stream.StreamLoops;
import dev.jpgo.core.phase.substitute.Substitutions;
import dev.jpgo.core.phase.text.StringBytes;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** The phases in the order in which they run on one method. */
final class OptimizationPipeline {
  private static final int ROUNDS = 2;

  /** One value less in so many instructions of a loop is not worth a new version. */
  private static final int LOOP_PART = 50;

  /** Calls after which a method counts as one that is called, and not as the program's frame. */
  private static final long CALLED = 2;

  private final CompileRequest request;
  private final DynamicSites dynamics;
  private final PhaseLog log;
  private final LibraryPhases library;
  private final List<PlacedDecision> constructors = new ArrayList<>(0);
  private boolean reused;

  /** Where a loop that has no calls begins. */
  private BitSet callFree = new BitSet(0);

  OptimizationPipeline(CompileRequest request, KnownBootstraps known) {
    this.request = request;
    this.log = new PhaseLog(request);
    this.library = new LibraryPhases(request, log);
    this.dynamics =
        new DynamicSites(request.world(), request.mode(), known, request.disabledPhases());
  }

  /** Names of all phases, in the order in which they first run. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    names.add(Substitutions.NAME);
    names.add(StreamLoops.NAME);
    names.add(KeySorts.NAME);
    names.addAll(DynamicSites.names());
    names.add(Inliner.NAME);
    names.add(ListLoops.NAME);
    names.add(BoxedKeys.NAME);
    names.add(BoxElimination.NAME);
    names.add(ScalarReplacement.NAME);
    names.add(RedundantCasts.NAME);
    names.add(MergedCasts.NAME);
    names.add(UnsharedLocks.NAME);
    names.add(MergedLocks.NAME);
    for (GraphPhase phase : simplifying()) {
      names.add(phase.name());
    }
    names.add(GuardThreading.NAME);
    names.add(LoopTests.NAME);
    names.add(LoopInvariants.NAME);
    names.add(LoopElements.NAME);
    names.add(ValueNumbering.NAME);
    names.add(ImpliedChecks.NAME);
    names.add(CopyLoops.NAME);
    names.add(FillLoops.NAME);
    names.add(LoopUnrolling.NAME);
    names.add(ColdJoins.NAME);
    names.add(StringBytes.NAME);
    names.add(UnusedLoads.NAME);
    names.add(LoopPolls.NAME);
    names.add(TypeTestOrder.NAME);
    names.add(OperandOrder.NAME);
    return names;
  }

  private static List<GraphPhase> simplifying() {
    return List.of(
        new NestedLocks(),
        new ConstantFolding(),
        new NarrowConversions(),
        new RedundantChecks(),
        new JumpThreading(),
        new TailDuplication(),
        new DeadCode(),
        new BlockMerging());
  }

  List<PhaseReport> reports() {
    return log.reports();
  }

  /** Those that know the JDK's collections and streams. */
  LibraryPhases library() {
    return library;
  }

  /** The constructors whose objects are not made, or not locked. */
  List<PlacedDecision> constructors() {
    return constructors;
  }

  /** Remembers what is to be known of a method as it was; before anything else is done. */
  void look(Graph graph) {
    if (!request.limits().jumpsPoll()) {
      callFree = LoopPolls.callFree(graph);
    }
  }

  /** Expands call sites; returns how many. */
  int expandDynamics(Graph graph) {
    int expanded = dynamics.expand(request.owner(), graph);
    log.report(graph, DynamicSites.REPORT, expanded, "call sites expanded");
    return expanded;
  }

  /** Inlines; before it, at most streams, sorts and call sites have been expanded. */
  InlineOutcome inline(Graph graph) {
    if (log.isOff(Inliner.NAME)) {
      return new InlineOutcome(List.of(), List.of(), 0, 0, 0, 0, 0);
    }
    InlineOutcome outcome =
        Inliner.run(
            context(),
            new ResolvedMethod(request.owner(), request.info()),
            graph,
            request.profile());
    log.report(graph, Inliner.NAME, outcome.inlined(), "bodies copied");
    log.report(graph, FunctionalCalls.NAME, outcome.functional(), "calls of lambdas made direct");
    return outcome;
  }

  /** A version with loop entries is followed by one without if the method is called. */
  private boolean comesAgain() {
    MethodProfile profile = request.profile();
    return request.sites() != null
        && request.mode() == Mode.INTERPRETER
        && profile != null
        && profile.calls() >= CALLED;
  }

  private InlineContext context() {
    return new InlineContext(
        request.owner(),
        request.world(),
        request.mode(),
        request.costs(),
        request.limits(),
        request.flag(),
        request.choices(),
        comesAgain(),
        dynamics);
  }

  /** Uses values in place of objects that stay; returns how many objects are not made. */
  int replaceObjects(Graph graph) {
    if (log.isLeftToBestCompiler(ScalarReplacement.NAME)) {
      return 0;
    }
    ScalarReplacement phase = new ScalarReplacement(context());
    int replaced = phase.run(graph);
    constructors.addAll(phase.decisions());
    log.report(graph, ScalarReplacement.NAME, replaced, "objects not made");
    return replaced;
  }

  /** An object that is not locked need not be made, and then it no longer holds what is locked. */
  private int unlockAndReplace(Graph graph) {
    int changes = unlock(graph);
    int replaced = replaceObjects(graph);
    for (int round = 0; replaced > 0 && round < ROUNDS; round++) {
      changes += replaced;
      int unlocked = unlock(graph);
      replaced = unlocked > 0 ? replaceObjects(graph) : 0;
      changes += unlocked;
    }
    return changes + replaced;
  }

  /** Leaves out locks of objects that no other thread can lock; returns how many instructions. */
  private int unlock(Graph graph) {
    UnsharedLocks phase = new UnsharedLocks(context());
    int removed = unlessOptimized(graph, phase, true, "locks and unlocks of what nobody else has");
    constructors.addAll(phase.decisions());
    return removed;
  }

  /** Keeps monitors that are entered again at once; on Zero locks had better not be covered. */
  private int mergeLocks(Graph graph) {
    boolean may = request.limits().locks() == LockPlaces.ANYWHERE;
    return unlessOptimized(graph, new MergedLocks(request.memory()), may, "locks not left between");
  }

  /** Uses values in place of boxes made of them; returns how many things were changed. */
  int unbox(Graph graph) {
    if (log.isLeftToBestCompiler(BoxElimination.NAME)) {
      return 0;
    }
    int changed = new BoxElimination(request.world(), request.owner()).run(graph);
    log.report(graph, BoxElimination.NAME, changed, "uses of boxes, and boxes");
    return changed;
  }

  /** Cleans up; returns how many things were changed. */
  int simplify(Graph graph) {
    int changes = 0;
    if (!log.isOff(RedundantCasts.NAME)) {
      int casts = RedundantCasts.run(request.world(), request.owner(), graph);
      log.report(graph, RedundantCasts.NAME, casts, "casts to what the type says");
      changes += casts;
    }
    changes += moveCasts(graph);
    for (int round = 0; round < ROUNDS; round++) {
      if (round == ROUNDS - 1) {
        changes += unlockAndReplace(graph) + unbox(graph) + mergeLocks(graph);
      }
      if (round == ROUNDS - 1 && !reused) {
        changes += reuse(graph);
      }
      changes += unlessOptimized(graph, threading(), true, "ways past flags");
      changes += tidy(graph, round + 1);
    }
    int shaped = shapeLoops(graph);
    shaped += unlessOptimized(graph, new ColdJoins(request.memory()), true, "rare ways apart");
    shaped += library.readStrings(graph);
    if (shaped > 0) {
      changes += 1 + reuse(graph) + tidy(graph, ROUNDS + 1);
    }
    return changes + leaveOut(graph) + poll(graph) + order(graph);
  }

  /** Lets the VM stop threads in loops that have lost their calls, where jumps do not. */
  private int poll(Graph graph) {
    if (request.limits().jumpsPoll() || log.isOff(LoopPolls.NAME)) {
      return 0;
    }
    int polls = new LoopPolls(request.memory(), isCalled(), callFree).run(graph);
    log.report(graph, LoopPolls.NAME, polls, "loops that let threads be stopped");
    return polls;
  }

  private boolean isCalled() {
    MethodProfile profile = request.profile();
    return profile == null || profile.calls() > CALLED;
  }

  /** Loads for nothing, and what only they needed. */
  private int leaveOut(Graph graph) {
    int removed =
        unlessOptimized(graph, new UnusedLoads(request.memory()), true, "loads for nothing");
    DeadCode dead = new DeadCode();
    if (removed > 0 && !log.isOff(dead.name())) {
      int needless = dead.run(graph);
      log.report(graph, dead.name(), needless, "of loads for nothing");
      removed += needless;
    }
    return removed;
  }

  private int moveCasts(Graph graph) {
    if (log.isOff(MergedCasts.NAME)) {
      return 0;
    }
    int moved = new MergedCasts(request.world(), request.owner()).run(graph);
    log.report(graph, MergedCasts.NAME, moved, "casts where ways meet");
    return moved;
  }

  private int tidy(Graph graph, int round) {
    int changes = 0;
    for (GraphPhase phase : simplifying()) {
      if (!log.isOff(phase.name())) {
        int changed = phase.run(graph);
        log.report(graph, phase.name(), changed, "round " + round);
        changes += changed;
      }
    }
    return changes;
  }

  private GuardThreading threading() {
    return new GuardThreading(request.flag().owner());
  }

  /** Changes the shape of loops that count; returns of how many. */
  private int shapeLoops(Graph graph) {
    boolean loops = jumpsBack(graph);
    int changes = 0;
    for (GraphPhase phase : List.of(copies(), fills(), unrolling())) {
      changes += unlessOptimized(graph, phase, loops, "loops that count");
    }
    return changes;
  }

  /** Runs a phase that does what an optimizing compiler does, too. */
  private int unlessOptimized(Graph graph, GraphPhase phase, boolean concerned, String note) {
    if (log.isLeftToBestCompiler(phase.name())) {
      return 0;
    }
    int changed = concerned ? phase.run(graph) : 0;
    log.report(graph, phase.name(), changed, note);
    return changed;
  }

  private CopyLoops copies() {
    return new CopyLoops(request.memory(), request.choices(), request.limits().maxMethodBytes());
  }

  private FillLoops fills() {
    return new FillLoops(request.memory(), request.choices(), request.limits().maxMethodBytes());
  }

  private LoopUnrolling unrolling() {
    Predicate<Instr> small =
        request.mode() == Mode.C1
            ? new SmallCalls(request.world(), request.owner())
            : call -> false;
    return new LoopUnrolling(
        request.costs(), small, request.choices(), request.limits().maxMethodBytes());
  }

  /** Puts tests in the order of what was counted, and loads in that of operands. */
  private int order(Graph graph) {
    int changes = 0;
    if (request.mode() != Mode.JIT && !log.isOff(TypeTestOrder.NAME)) {
      int chains = new TypeTestOrder(request.world(), request.owner()).run(graph);
      log.report(graph, TypeTestOrder.NAME, chains, "chains of type tests");
      changes += chains;
    }
    return changes
        + unlessOptimized(
            graph, new OperandOrder(request.memory()), true, "values in the order of operands");
  }

  /**
   * Whether a method into which nothing was inlined has a loop that gets better without. Methods
   * that do not loop are not worth a new version for that alone; nor are loops in which hardly
   * anything changes, since to be arranged anew may cost more than that: Bouncy Castle's Keccak,
   * hundreds of operations on longs and one load that can go, came to 0.84 of its speed (JDK 25).
   */
  boolean improvesLoops(Graph graph) {
    if (request.mode() == Mode.JIT || !jumpsBack(graph)) {
      return false;
    }
    reused = true;
    int kept = reuse(graph);
    return (kept > 0 && kept * LOOP_PART > shortestLoop(graph))
        || library.wouldReadStrings(graph)
        || (!log.isOff(CopyLoops.NAME) && copies().wouldChange(graph))
        || (!log.isOff(FillLoops.NAME) && fills().wouldChange(graph))
        || (!log.isOff(LoopUnrolling.NAME) && unrolling().wouldChange(graph));
  }

  /** Instructions of the loop that has the fewest; what the graph has where there is none. */
  private static int shortestLoop(Graph graph) {
    int fewest = size(graph.blocks());
    for (LoopForest.Loop loop : LoopForest.of(graph, Dominators.of(graph)).loops()) {
      fewest = Math.min(fewest, size(loop.blocks()));
    }
    return fewest;
  }

  private static int size(List<Block> blocks) {
    int size = 0;
    for (Block block : blocks) {
      size += block.body().size() + 1;
    }
    return size;
  }

  private static boolean jumpsBack(Graph graph) {
    boolean[] passed = new boolean[graph.blockIdBound()];
    for (Block block : graph.blocks()) {
      passed[block.id()] = true;
      for (Block successor : block.successors()) {
        if (passed[successor.id()]) {
          return true;
        }
      }
    }
    return false;
  }

  /** Keeps values instead of computing or loading them again. */
  private int reuse(Graph graph) {
    MemoryContext context = request.memory();
    LoopTests tests = new LoopTests(request.world(), request.owner());
    int changes = unlessOptimized(graph, tests, true, "tests in front of loops");
    changes += unlessOptimized(graph, new LoopInvariants(context), true, "values kept");
    int elements =
        unlessOptimized(graph, new LoopElements(context), jumpsBack(graph), "elements kept");
    if (elements > 0) {
      changes +=
          elements + unlessOptimized(graph, new LoopInvariants(context), true, "of elements");
    }
    changes += unlessOptimized(graph, new ValueNumbering(context), true, "values kept");
    changes += unlessOptimized(graph, new ImpliedChecks(), true, "tests of indices");
    return changes;
  }
}
