package dev.jpgo.core.phase.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.Graph;
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

/** Loops that copy do the same with one call in front. */
class CopyLoopsTest {
  private static final CostModel COSTS = CostModel.of(Mode.INTERPRETER);
  private static final int MAX_BYTES = 7500;

  private static Transformed transformed(
      TestWorld world, Class<?> loops, Transformed.Phases phases) {
    byte[] bytes = TestWorld.bytes(loops.getName().replace('.', '/'));
    return new Transformed(world.load(loops), bytes, COSTS, phases);
  }

  private static Transformed alone(Class<?> loops) {
    return transformed(
        new TestWorld(),
        loops,
        context -> List.of(new CopyLoops(context, Always.UNROLLED, MAX_BYTES)));
  }

  private static Transformed tidied(Class<?> loops) {
    return transformed(new TestWorld(), loops, LoopPhases::all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"upward", "downward", "inOneArray", "handled", "thrown"})
  void loopsCopyAlike(String method) {
    alone(Copying.class).assertSame(method);
    tidied(Copying.class).assertSame(method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"primitives", "references"})
  void elementsOfAllTypesAreCopiedAlike(String method) {
    alone(CopyingTypes.class).assertSame(method);
    tidied(CopyingTypes.class).assertSame(method);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "twoIndices",
        "orEqual",
        "different",
        "fromPlaceToPlace",
        "manyVariables",
        "countedUpward",
        "countedApart",
        "down",
        "downBefore",
        "downToOne",
        "downFromPlace",
        "moveUp",
        "moveDown",
        "within",
        "toItself",
        "inTry",
        "inFinally",
        "locked"
      })
  void loopsThatCopyCall(String method) {
    Transformed alone = alone(Copying.class);
    assertEquals(1, alone.changes(method));
    assertEquals(1, alone.calls(method, "arraycopy"));
  }

  @Test
  void oneLoopMayEndWhereAnotherDid() {
    Transformed alone = alone(Copying.class);
    assertEquals(2, alone.changes("twice"));
    assertEquals(2, alone.calls("twice", "arraycopy"));
  }

  @ParameterizedTest
  @CsvSource({
    "longs, 0",
    "doubles, 0",
    "floats, 0",
    "chars, 0",
    "shorts, 0",
    "bytes, 0",
    "booleans, 0",
    "ownBytes, 0",
    "grown, 0",
    "any, 2",
    "allObjects, 0",
    "moved, 0"
  })
  void classesAreAskedForWhereTheyMatter(String method, int asked) {
    Transformed alone = alone(CopyingTypes.class);
    assertEquals(1, alone.calls(method, "arraycopy"));
    assertEquals(asked, alone.calls(method, "getClass"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keptEachTime",
        "sharedBytes",
        "keptBefore",
        "passedBefore",
        "keptInElement",
        "oneOfTwo",
        "narrowed",
        "added",
        "everySecond",
        "sparse",
        "reversed",
        "sometimes",
        "summed",
        "last",
        "twoTargets",
        "upToVolatile",
        "untilZero",
        "otherArray",
        "fixedPlace"
      })
  void othersAreLeftAlone(String method) {
    assertEquals(0, alone(CopyingTypes.class).changes(method));
  }

  @ParameterizedTest
  @ValueSource(strings = {"spread", "spreadDown"})
  void whatIsKnownToSpreadIsLeftAlone(String method) {
    assertEquals(0, alone(Copying.class).changes(method));
  }

  /** What the call throws for want of stack leaves where the loop's exceptions leave. */
  @Test
  void theCallHasTheHandlersOfTheLoop() {
    Transformed alone = alone(Copying.class);
    assertEquals(1, alone.callsWithHandler("inTry", "arraycopy"));
    assertEquals(1, alone.callsWithHandler("locked", "arraycopy"));
    assertEquals(0, alone.callsWithHandler("plain", "arraycopy"));
  }

  @Test
  void aLoaderThatHasNotSeenTheClassIsNotAsked() {
    Transformed alone =
        transformed(
            new TestWorld().unloaded(System.class),
            Copying.class,
            context -> List.of(new CopyLoops(context, Always.UNROLLED, MAX_BYTES)));
    assertEquals(0, alone.changes("plain"));
  }

  @Test
  void aMethodThatIsLongGetsNoLonger() {
    Transformed alone =
        transformed(
            new TestWorld(),
            Copying.class,
            context -> List.of(new CopyLoops(context, Always.UNROLLED, 100)));
    assertEquals(0, alone.changes("plain"));
  }

  @ParameterizedTest
  @CsvSource({
    "160, 10, 10, 1",
    "159, 10, 10, 0",
    "160, 10, 161, 0",
    "-1, 1, 1, 0",
    "1000, 0, 1000, 0"
  })
  void theProfileDecides(double iterations, double entries, double calls, int copied) {
    Transformed weighed =
        transformed(
            new TestWorld(),
            Copying.class,
            context ->
                List.of(
                    new LoopWeights(iterations, entries, calls),
                    new CopyLoops(context, FreeChoices.SENSIBLE, MAX_BYTES)));
    assertEquals(copied, weighed.changes("plain"));
  }

  @Test
  void aLoopThatIsCopiedIsNotUnrolledAsWell() {
    Transformed weighed =
        transformed(
            new TestWorld(),
            Copying.class,
            context ->
                List.of(
                    new LoopWeights(1000, 10, 10),
                    new CopyLoops(context, FreeChoices.SENSIBLE, MAX_BYTES),
                    new LoopUnrolling(COSTS, call -> false, FreeChoices.SENSIBLE, MAX_BYTES)));
    assertEquals(1, weighed.changes("plain"));
    assertEquals(1, weighed.count("plain", Opcodes.IASTORE));
  }

  @Test
  void wouldChangeSaysWhetherRunWould() {
    transformed(
        new TestWorld(),
        Copying.class,
        context -> {
          CopyLoops phase = new CopyLoops(context, Always.UNROLLED, MAX_BYTES);
          return List.of(
              new LoopPhases.Named("asked") {
                @Override
                public int run(Graph graph) {
                  boolean expected = phase.wouldChange(graph);
                  assertEquals(expected, phase.run(graph) > 0);
                  return 0;
                }
              });
        });
  }
}
