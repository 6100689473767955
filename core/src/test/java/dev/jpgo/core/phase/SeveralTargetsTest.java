package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.targets.Basins;
import dev.jpgo.core.phase.targets.Generations;
import dev.jpgo.core.phase.targets.Plants;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Calls whose receivers are of several classes, each tested for in turn. */
class SeveralTargetsTest {
  private static final long CALLS = 1000;

  private final TestWorld world =
      new TestWorld()
          .load(
              Plants.class,
              Plants.Plant.class,
              Plants.Growing.class,
              Plants.Tree.class,
              Plants.Weed.class,
              Plants.Moss.class,
              Plants.Vine.class,
              Plants.Ivy.class,
              Plants.Stone.class,
              Generations.Oldest.class,
              Generations.Middle.class,
              Generations.Youngest.class,
              Generations.Common.class,
              Generations.Rare.class,
              Basins.class,
              Basins.Basin.class,
              Basins.Pool.class,
              Basins.Lake.class);
  private final Harness harness = new Harness(world);

  /** Every call of the method has seen these. */
  private void seen(String method, Map<Class<?>, Long> receivers) {
    seen(Plants.class, method, receivers);
  }

  private void seen(Class<?> type, String method, Map<Class<?>, Long> receivers) {
    LoadedClass owner = world.loaded(Type.getInternalName(type));
    for (MethodInfo info : owner.info().methods()) {
      if (info.name().equals(method)) {
        MethodNode code = world.code(owner, info).orElseThrow();
        List<Long> edges = Collections.nCopies(Cfg.of(code).edges().size(), CALLS);
        Map<Integer, TypeHistogram> sites = new HashMap<>();
        int site = 0;
        for (AbstractInsnNode at = code.instructions.getFirst(); at != null; at = at.getNext()) {
          if (at instanceof MethodInsnNode) {
            sites.put(site, histogram(receivers));
          }
          site += at.getOpcode() >= 0 ? 1 : 0;
        }
        MethodId id = new MethodId(owner.name(), info.name(), info.descriptor());
        world.profile(new MethodProfile(id, 0, CALLS, edges, 0, sites));
      }
    }
  }

  private static TypeHistogram histogram(Map<Class<?>, Long> receivers) {
    return new TypeHistogram(
        receivers.entrySet().stream()
            .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
            .map(e -> new TypeHistogram.Entry(Type.getInternalName(e.getKey()), e.getValue()))
            .toList(),
        CALLS);
  }

  private void seenEverywhere() {
    for (String method : List.of("heights", "nested", "chained")) {
      seen(
          method,
          Map.of(Plants.Tree.class, 500L, Plants.Weed.class, 300L, Plants.Moss.class, 150L));
    }
  }

  @Test
  void theMostFrequentTargetsAreTestedForOneAfterTheOther() {
    seenEverywhere();
    CompileResult.Optimized result = harness.optimize(Plants.class, "heights");
    assertEquals(
        """
        + Plants$Tree.height: one of several targets: 50% of 1000
        + Plants$Weed.height: one of several targets: 30% of 1000
        + Plants$Moss.height: one of several targets: 15% of 1000
        """,
        Harness.explain(result));
    assertEquals(3, Harness.count(result.method(), "INSTANCEOF"));
    assertEquals(1, Harness.count(result.method(), "INVOKEINTERFACE"));
    assertEquals(3, result.assumptions().size());
  }

  @Test
  void theyComputeWhatTheCallsDo() throws ReflectiveOperationException {
    seenEverywhere();
    assertTrue(harness.compileAll(Plants.class) >= 3);
    harness.assertSameResult(Plants.class, "run");
  }

  /** By itself it will be counted, and what is called there can then be inlined. */
  @Test
  void aLoopWithSuchCallsIsLeftToBeCountedAsLongAsThereIsAnotherVersionToCome() {
    harness.entered(true);
    seen("twice", Map.of());
    String explained = Harness.explain(harness.compile(Plants.class, "twice"));
    assertTrue(explained.contains("- Plants.sum: loops, and was not counted yet"), explained);
    seen("sum", Map.of(Plants.Tree.class, 990L, Plants.Moss.class, 10L));
    assertSumIsInlined();
  }

  private void assertSumIsInlined() {
    String explained = Harness.explain(harness.optimize(Plants.class, "twice"));
    assertTrue(explained.startsWith("+ Plants.sum: static\n"), explained);
  }

  @Test
  void otherwiseItIsInlinedUncounted() {
    assertSumIsInlined();
  }

  /** What the argument is, a caller may know. */
  @Test
  void aLoopThatCallsItsArgumentIsInlinedUncounted() {
    harness.entered(true);
    seen("grown", Map.of());
    String explained = Harness.explain(harness.optimize(Plants.class, "grown"));
    assertTrue(explained.contains("+ Plants.grow: static\n"), explained);
  }

  /**
   * Of several targets none runs again from its start, so where the inner target is another than is
   * assumed the inner call is made: here it would be of another method.
   */
  @Test
  void aTargetWhoseCallsMayNotStandHereIsNotInlined() {
    seen(
        Generations.Youngest.class,
        "sum",
        Map.of(Generations.Common.class, 800L, Generations.Rare.class, 200L));
    assertEquals(
        """
        unchanged: no call is worth inlining
        - Generations$Youngest.worth: no target dominates: 80% of 1000
        """,
        Harness.explain(harness.compile(Generations.Youngest.class, "sum")));
  }

  /** Trees are rare enough not to be worth a test. */
  @Test
  void whatIsRareIsLeftToTheCall() {
    seen(
        "heights", Map.of(Plants.Weed.class, 800L, Plants.Moss.class, 30L, Plants.Tree.class, 20L));
    assertEquals(
        """
        + Plants$Weed.height: one of several targets: 80% of 1000
        """,
        Harness.explain(harness.optimize(Plants.class, "heights")));
  }

  /** The tests of what it calls are made once more in each copy. */
  @Test
  void aBodyThatCallsIsTestedForIfMostReceiversAreItsOwn() {
    seen("heights", Map.of(Plants.Vine.class, 700L, Plants.Moss.class, 250L));
    assertEquals(
        """
        + Plants$Vine.height: one of several targets: 70% of 1000
          + Plants$Vine.knots: static
        + Plants$Moss.height: one of several targets: 25% of 1000
        """,
        Harness.explain(harness.optimize(Plants.class, "heights")));
    harness.assertSameResult(Plants.class, "run");
    seen("heights", Map.of(Plants.Vine.class, 500L, Plants.Moss.class, 450L));
    assertEquals(
        """
        + Plants$Moss.height: one of several targets: 45% of 1000
        """,
        Harness.explain(harness.optimize(Plants.class, "heights")));
  }

  @Test
  void whereC1CompilesABodyIsTestedForThatCallsIfAFifthOfTheReceiversAreItsOwn()
      throws ReflectiveOperationException {
    harness.mode(Mode.C1);
    seen("heights", Map.of(Plants.Moss.class, 700L, Plants.Ivy.class, 250L));
    assertEquals(
        """
        + Plants$Moss.height: one of several targets: 70% of 1000
        + Plants$Ivy.height: one of several targets: 25% of 1000
          - Plants$Ivy.climbed: too large for how often it runs: 29 bytes
        """,
        Harness.explain(harness.optimize(Plants.class, "heights")));
    harness.assertSameResult(Plants.class, "run");
    seen("heights", Map.of(Plants.Moss.class, 700L, Plants.Ivy.class, 150L));
    assertEquals(
        """
        + Plants$Moss.height: one of several targets: 70% of 1000
        """,
        Harness.explain(harness.optimize(Plants.class, "heights")));
  }

  /** What is behind the part that is left out, in the loop, is as little copied as that is. */
  @Test
  void aLoopThatHardlyEverRunsAndChangesSomethingIsLeftOut() throws ReflectiveOperationException {
    seen(Basins.class, "levels", Map.of(Basins.Pool.class, 600L, Basins.Lake.class, 400L));
    LoadedClass pool = world.loaded(Type.getInternalName(Basins.Pool.class));
    MethodInfo level = pool.info().method("level", "(I)I").orElseThrow();
    Cfg cfg = Cfg.of(world.code(pool, level).orElseThrow());
    Set<Integer> often = Set.of(cfg.root(), 0, 1);
    List<Long> edges =
        cfg.edges().stream()
            .map(e -> often.containsAll(List.of(e.from(), e.to())) ? CALLS : 0L)
            .toList();
    world.profile(
        new MethodProfile(
            new MethodId(pool.name(), "level", "(I)I"), 0, CALLS, edges, 0, Map.of()));
    CompileResult.Optimized result = harness.optimize(Basins.class, "levels");
    assertEquals(
        """
        + Basins$Pool.level: one of several targets: 60% of 1000
        + Basins$Lake.level: one of several targets: 40% of 1000
        """,
        Harness.explain(result));
    assertEquals(0, Harness.count(result.method(), "PUTFIELD"));
    harness.assertSameResult(Basins.class, "run");
  }

  /** Where the original call is expected to run now and then, that is no miss. */
  @Test
  void onlyWhatTheProfileDoesNotShowCountsAsAMiss() {
    seen("heights", Map.of(Plants.Weed.class, 500L, Plants.Moss.class, 100L));
    CompileResult.Optimized expected = harness.counting().optimize(Plants.class, "heights");
    seenEverywhere();
    CompileResult.Optimized unexpected = harness.optimize(Plants.class, "heights");
    assertEquals(0, Harness.count(expected.method(), "PUTSTATIC"));
    assertEquals(1, Harness.count(unexpected.method(), "PUTSTATIC"));
  }

  @Test
  void anOptimizingCompilerIsLeftToTestItself() {
    seenEverywhere();
    CompileResult result = harness.mode(Mode.JIT).compile(Plants.class, "heights");
    assertEquals(
        """
        - Plants$Growing.height: no target dominates: 50% of 1000
        """,
        Harness.explain(result).replaceAll("(?m)^[^+-].*\n", ""));
  }
}
