package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/**
 * What strings, boxes and constants of enums answer is not asked for twice, and asking them changes
 * nothing.
 */
class KnownFunctionsTest {
  private static final String FUNCTIONS = Functions.class.getName().replace('.', '/');

  private final Transformed transformed =
      new Transformed(
          new TestWorld().load(Functions.class, Functions.Kind.class, Functions.Counting.class),
          TestWorld.bytes(FUNCTIONS),
          Transformed.EAGER,
          context -> List.of(new LoopInvariants(context), new ValueNumbering(context)));

  @ParameterizedTest
  @ValueSource(strings = {"functions", "stepsBefore", "fields"})
  void theResultIsTheSame(String method) {
    transformed.assertSame(method);
  }

  @ParameterizedTest
  @CsvSource({
    "lengthTwice, length, 1",
    "lengthAcrossACall, length, 1",
    "charTwice, charAt, 1",
    "unboxedTwice, intValue, 1",
    "ordinals, ordinal, 1",
    "comparison, equals, 1",
    "charsOfOther, charAt, 2",
    "lengthsOfOther, length, 2",
    "ordinalsThatCount, ordinal, 2",
    "newBoxes, valueOf, 2",
    "finalsOfOthers, length, 2"
  })
  void whatIsTheSameIsAskedOnce(String method, String called, int calls) {
    assertEquals(calls, transformed.calls(method, called));
  }

  @ParameterizedTest
  @CsvSource({
    "lengthInALoop, 1", // charAt
    "lengthWithinACatch, 1",
    "lengthWithinAFinally, 2",
    "lengthOnlyIfReached, 1",
    "charOnlyIfReached, 1"
  })
  void onlyWhatCannotFailLeavesALoop(String method, int calls) {
    assertEquals(calls, transformed.countInLoops(method, Opcodes.INVOKEVIRTUAL));
  }

  @ParameterizedTest
  @CsvSource({
    "positionAcrossFunctions, 2",
    "positionAcrossACall, 2",
    "positionAcrossOrder, 3",
    "finalAcrossACall, 2",
    "finalsOfOthers, 2"
  })
  void fieldsAreReadAgainAfterWhatMayChangeThem(String method, int reads) {
    assertEquals(reads, transformed.count(method, Opcodes.GETFIELD));
  }

  @ParameterizedTest
  @CsvSource({
    "waiting, 1",
    "counting, 0",
    "searching, 0",
    "polling, 1",
    "waitingByAVariable, 1",
    "waitingForASign, 1",
    "waitingForBits, 1",
    "waitingThroughAnother, 2",
    "waitingInside, 1",
    "waitingForATask, 1",
    "waitingForSeveral, 1",
    "waitingForTheMost, 1",
    "merging, 0",
    "skipping, 0",
    "walking, 1", // to what is next
    "untilFound, 0"
  })
  void loopsThatMayWaitReadInTheLoop(String method, int reads) {
    assertEquals(reads, transformed.countInLoops(method, Opcodes.GETFIELD));
  }
}
