package dev.jpgo.core.phase.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.Always;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** Loops that count do the same with several iterations behind one test. */
class LoopUnrollingTest {
  private static final CostModel COSTS = CostModel.of(Mode.INTERPRETER);
  private static final int MAX_BYTES = 7500;

  private static Transformed transformed(Class<?> loops, Transformed.Phases phases) {
    TestWorld world = new TestWorld().load(loops);
    byte[] bytes = TestWorld.bytes(loops.getName().replace('.', '/'));
    return new Transformed(world, bytes, COSTS, phases);
  }

  private static Transformed alone(Class<?> loops) {
    return transformed(loops, context -> List.of(always()));
  }

  private static Transformed tidied(Class<?> loops) {
    return transformed(loops, LoopPhases::all);
  }

  private static LoopUnrolling always() {
    return new LoopUnrolling(COSTS, call -> false, Always.UNROLLED, MAX_BYTES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"edgesUpward", "edgesDownward"})
  void loopsCountAlike(String method) {
    alone(Counting.class).assertSame(method);
    tidied(Counting.class).assertSame(method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exceptions", "found", "effects"})
  void bodiesDoTheSame(String method) {
    alone(CountingBodies.class).assertSame(method);
    tidied(CountingBodies.class).assertSame(method);
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
    "downToConstants, 2"
  })
  void loopsThatCountAreUnrolled(String method, int loops) {
    assertEquals(loops, alone(Counting.class).changes(method));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "filled",
        "around",
        "inside",
        "finished",
        "called",
        "place",
        "lastSeen",
        "several",
        "skipping",
        "volatiles",
        "calls",
        "twoNumbers",
        "exchanged",
        "testedLast",
        "table"
      })
  void theyAreWhateverHappensInThem(String method) {
    assertEquals(1, alone(CountingBodies.class).changes(method));
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
    assertEquals(0, alone(NotCounting.class).changes(method));
  }

  @Test
  void aLengthNeedsNoTestOfTheLimit() {
    Transformed tidied = tidied(Counting.class);
    assertEquals(0, tidied.count("belowLength", Opcodes.IFLE));
    assertEquals(1, tidied.count("less", Opcodes.IFLE));
  }

  @Test
  void whatIsOnlyCountedIsCountedAtOnce() {
    Transformed tidied = tidied(CountingBodies.class);
    assertEquals(4, tidied.count("onlyCounted", Opcodes.IINC));
    tidied.assertSame("onlyCounted", 103);
  }

  @Test
  void aMethodGrowsOnlySoFar() {
    Transformed alone = alone(CountingBodies.class);
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
    assertEquals(
        unrolled, weighed(CountingBodies.class, iterations, entries, calls).changes("filled"));
  }

  @Test
  void aTestIsNotWorthMuchWhereIterationsCall() {
    assertEquals(0, weighed(CountingBodies.class, 1000, 10, 10).changes("called"));
    assertEquals(1, alone(CountingBodies.class).changes("called"));
  }

  /** Where C1 compiles, which puts small bodies in place of their calls. */
  @ParameterizedTest
  @CsvSource({"getter, 1", "locked, 0", "longer, 0", "either, 0", "ofTheJdk, 0"})
  void callsOfOneSmallMethodCostLittle(String method, int unrolled) {
    Class<?>[] classes = {
      Calling.class, Calling.Value.class, Calling.One.class, Calling.Other.class
    };
    TestWorld world = new TestWorld().load(classes);
    Transformed compiled =
        new Transformed(
            world,
            TestWorld.bytes(Calling.class.getName().replace('.', '/')),
            COSTS,
            context ->
                List.of(
                    new LoopWeights(1000, 10, 10),
                    new LoopUnrolling(
                        COSTS,
                        new SmallCalls(context.world(), context.owner()),
                        FreeChoices.SENSIBLE,
                        MAX_BYTES)));
    assertEquals(unrolled, compiled.changes(method));
    compiled.assertSame("sums");
    assertEquals(0, weighed(Calling.class, 1000, 10, 10).changes(method));
  }

  @Test
  void aTestThatCountsAsWellStays() {
    assertEquals(0, weighed(Counting.class, 1000, 10, 10).changes("downBefore"));
    assertEquals(1, weighed(Counting.class, 1000, 10, 10).changes("downToZero"));
  }

  private static Transformed weighed(
      Class<?> loops, double iterations, double entries, double calls) {
    return transformed(
        loops,
        context ->
            List.of(
                new LoopWeights(iterations, entries, calls),
                new LoopUnrolling(COSTS, call -> false, FreeChoices.SENSIBLE, MAX_BYTES)));
  }
}
