package dev.jpgo.core.phase.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.phase.Always;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.LoopInvariants;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.phase.memory.ValueNumbering;
import dev.jpgo.core.phase.simplify.BlockMerging;
import dev.jpgo.core.phase.simplify.ConstantFolding;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.JumpThreading;
import dev.jpgo.core.phase.simplify.RedundantChecks;
import dev.jpgo.core.phase.simplify.TailDuplication;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** Loops that count do the same with several iterations behind one test. */
class LoopUnrollingTest {
  private static final String LOOPS = Counting.class.getName().replace('.', '/');
  private static final CostModel COSTS = CostModel.of(Mode.INTERPRETER);
  private static final int MAX_BYTES = 7500;

  private final TestWorld world = new TestWorld().load(Counting.class);
  private final Transformed alone = transformed(context -> List.of(always()));
  private final Transformed tidied = transformed(LoopUnrollingTest::allPhases);

  private Transformed transformed(Transformed.Phases phases) {
    return new Transformed(world, TestWorld.bytes(LOOPS), COSTS, phases);
  }

  private static LoopUnrolling always() {
    return new LoopUnrolling(COSTS, Always.UNROLLED, MAX_BYTES);
  }

  private static List<GraphPhase> allPhases(MemoryContext context) {
    List<GraphPhase> tidying =
        List.of(
            new ConstantFolding(),
            new RedundantChecks(),
            new JumpThreading(),
            new TailDuplication(),
            new DeadCode(),
            new BlockMerging());
    List<GraphPhase> phases = new ArrayList<>(tidying);
    phases.add(new LoopInvariants(context));
    phases.add(new ValueNumbering(context));
    phases.add(always());
    phases.add(new LoopInvariants(context));
    phases.add(new ValueNumbering(context));
    phases.addAll(tidying);
    return phases;
  }

  @ParameterizedTest
  @ValueSource(strings = {"edgesUpward", "edgesDownward", "exceptions", "found", "effects"})
  void loopsDoTheSame(String method) {
    alone.assertSame(method);
    tidied.assertSame(method);
  }

  @ParameterizedTest
  @CsvSource({
    "less, 1",
    "lessOrEqual, 1",
    "different, 1",
    "differentByTwo, 1",
    "mirrored, 1",
    "byTwo, 1",
    "byThreeOrEqual, 1",
    "byMany, 1",
    "countedBefore, 1",
    "countedAfter, 1",
    "toConstants, 3",
    "greater, 1",
    "greaterOrEqual, 1",
    "differentDown, 1",
    "downByThree, 1",
    "downToZero, 1",
    "downBefore, 1",
    "downToConstants, 2",
    "filled, 1",
    "around, 1",
    "inside, 1",
    "finished, 1",
    "called, 1",
    "place, 1",
    "lastSeen, 1",
    "several, 1",
    "skipping, 1",
    "volatiles, 1",
    "calls, 1",
    "twoNumbers, 1",
    "exchanged, 1",
    "testedLast, 1",
    "table, 1"
  })
  void loopsThatCountAreUnrolled(String method, int loops) {
    assertEquals(loops, alone.changes(method));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stepsInBody",
        "boundChanges",
        "boundIsLoaded",
        "stepChanges",
        "locks",
        "links",
        "longs",
        "narrow",
        "wrongWay",
        "equal",
        "limitIsNoInt",
        "headerLoads",
        "lengthy"
      })
  void othersAreNot(String method) {
    assertEquals(0, alone.changes(method));
  }

  @Test
  void aLengthNeedsNoTestOfTheLimit() {
    assertEquals(0, tidied.count("belowLength", Opcodes.IFLE));
    assertEquals(1, tidied.count("less", Opcodes.IFLE));
  }

  @Test
  void whatIsOnlyCountedIsCountedAtOnce() {
    assertEquals(4, tidied.count("onlyCounted", Opcodes.IINC));
    tidied.assertSame("onlyCounted", 103);
  }

  @Test
  void aMethodGrowsOnlySoFar() {
    assertTrue(alone.changes("manyLoops") > 1);
    assertTrue(alone.changes("manyLoops") < 20);
    alone.assertSame("manyLoops", 103);
  }

  // --- by profile

  @ParameterizedTest
  @CsvSource({
    "1000, 10, 10, 1",
    "400, 10, 10, 1",
    "399, 10, 10, 0",
    "40, 10, 10, 0",
    "500, 10, 501, 0",
    "500, 10, 499, 1",
    "-1, 1, 1, 0",
    "1000, 0, 1000, 0"
  })
  void theProfileDecides(double iterations, double entries, double calls, int unrolled) {
    assertEquals(unrolled, weighed(iterations, entries, calls).changes("filled"));
  }

  @Test
  void aTestIsNotWorthMuchWhereIterationsCall() {
    assertEquals(0, weighed(1000, 10, 10).changes("called"));
    assertEquals(1, alone.changes("called"));
  }

  @Test
  void aTestThatCountsAsWellStays() {
    assertEquals(0, weighed(1000, 10, 10).changes("downBefore"));
    assertEquals(1, weighed(1000, 10, 10).changes("downToZero"));
  }

  private Transformed weighed(double iterations, double entries, double calls) {
    return transformed(
        context ->
            List.of(
                new LoopWeights(iterations, entries, calls),
                new LoopUnrolling(COSTS, FreeChoices.SENSIBLE, MAX_BYTES)));
  }

  /** Has every loop run so often. */
  private record LoopWeights(double iterations, double entries, double calls)
      implements GraphPhase {
    @Override
    public String name() {
      return "loop-weights";
    }

    @Override
    public int run(Graph graph) {
      LoopForest loops = LoopForest.of(graph, Dominators.of(graph));
      for (Block block : graph.blocks()) {
        LoopForest.Loop loop = loops.innermost(block);
        double frequency = loop == null ? entries : iterations;
        if (loop != null && loop.header() == block && iterations >= 0) {
          frequency += entries;
        }
        block.setFrequency(block == graph.entry() ? calls : frequency);
      }
      return 0;
    }
  }
}
