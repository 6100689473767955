package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.Printer;

/** What does not change in a loop leaves it, and nothing else does. */
class LoopInvariantsTest {
  private static final String LOOPS = Loops.class.getName().replace('.', '/');

  private final TestWorld world = new TestWorld().load(Loops.class);
  private final Transformed plain = transformed(CostModel.of(Mode.INTERPRETER));
  private final Transformed eager = transformed(Transformed.EAGER);

  private Transformed transformed(CostModel costs) {
    return new Transformed(
        world, TestWorld.bytes(LOOPS), costs, context -> List.of(new LoopInvariants(context)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"invariants", "written", "rare", "exceptions", "divisions"})
  void loopsComputeTheSame(String method) {
    plain.assertSame(method);
    eager.assertSame(method);
    new Transformed(
            world,
            TestWorld.bytes(LOOPS),
            Transformed.EAGER,
            context -> List.of(new LoopInvariants(context), new ValueNumbering(context)))
        .assertSame(method);
  }

  @ParameterizedTest
  @CsvSource({
    "scaled, GETFIELD",
    "scaled, ARRAYLENGTH",
    "lengthOf, ARRAYLENGTH",
    "limitOf, GETFIELD",
    "nested, GETFIELD",
    "turnsOf, GETFIELD",
    "statics, GETSTATIC",
    "arithmetic, IMUL",
    "halves, IDIV",
    "restsOfLongs, LREM",
    "growing, GETFIELD",
    "added, GETFIELD",
    "pairs, GETFIELD",
    "strides, GETFIELD",
    "growingStrides, GETFIELD",
    "bisected, GETFIELD",
    "escaped, GETFIELD"
  })
  void whatDoesNotChangeIsNotInTheLoop(String method, String opcode) {
    assertEquals(0, plain.countInLoops(method, opcode(opcode)));
    assertTrue(plain.count(method, opcode(opcode)) > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "accumulateAliased, 2",
    "waiting, 1",
    "cursor, 1",
    "waitingAndCounting, 2",
    "waitingAtLeast, 1",
    "waitingAndThenCounting, 1",
    "waitingInPlace, 1",
    "waitingUpTo, 1",
    "waitingBelow, 1",
    "waitingForItsOwn, 2",
    "waitingInPercent, 1",
    "waitingForAWindow, 1",
    "waitingForAnElement, 1",
    "waitingForTheOther, 3",
    "waitingAlong, 1",
    "waitingForOneMore, 1",
    "waitingForOneLess, 2",
    "waitingForOneOfTwo, 1",
    "waitingForAStep, 1",
    "waitingForMoreOfBoth, 2",
    "waitingForALong, 1",
    "waitingForAFactor, 1",
    "waitingForAQuotient, 1",
    "waitingForAShift, 1",
    "waitingForADistance, 1",
    "waitingForANegative, 1",
    "waitingForAChange, 1",
    "waitingForTheLast, 1",
    "hotCall, 1",
    "volatileLimit, 1",
    "nullObject, 1",
    "nullAfterAStore, 1",
    "nullAfterBounds, 2",
    "nullInHeader, 1",
    "tested, 1",
    "testedOnOneWay, 1",
    "accumulate, 1"
  })
  void whatMayChangeOrThrowStays(String method, int loads) {
    assertEquals(loads, plain.countInLoops(method, Opcodes.GETFIELD));
  }

  @ParameterizedTest
  @CsvSource({
    "rareCall, 3",
    "rareVolatile, 2",
    "synchronizedRarely, 2",
    "rareHandler, 3",
    "accumulate, 0"
  })
  void whatRareCodeMayChangeIsLoadedAgainAfterIt(String method, int loads) {
    assertEquals(loads, eager.countInLoops(method, Opcodes.GETFIELD));
  }

  @Test
  void whatIsReadBehindAHandlerIsReadAgain() {
    Transformed numbered =
        new Transformed(
            world,
            TestWorld.bytes(LOOPS),
            Transformed.EAGER,
            context -> List.of(new ValueNumbering(context)));
    for (Transformed each : List.of(numbered, eager)) {
      int loads = each.countInLoops("waitingBehindAHandler", Opcodes.GETFIELD);
      assertTrue(loads > 0, "in front of the loop alone");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"quotients", "quotientsByZero"})
  void aDivisionThatMayThrowStays(String method) {
    assertEquals(1, eager.countInLoops(method, Opcodes.IDIV));
  }

  private static int opcode(String name) {
    return List.of(Printer.OPCODES).indexOf(name);
  }
}
