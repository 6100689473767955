package dev.jpgo.core.phase.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.RareBlocks;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** An index is not tested where its access would fail alike. */
class ImpliedChecksTest {
  private static final byte[] ARRAY = {5, -6, 7};

  private final Transformed code =
      new Transformed(
          new TestWorld().load(Indexed.class),
          TestWorld.bytes(Indexed.class.getName().replace('.', '/')),
          CostModel.of(Mode.INTERPRETER),
          context -> List.of(new RareBlocks(), new ImpliedChecks()));

  @ParameterizedTest
  @ValueSource(strings = {"tested", "turned"})
  void bothTestsAndTheLengthGo(String method) {
    assertEquals(2, code.changes(method));
    assertEquals(0, code.count(method, Opcodes.ARRAYLENGTH));
  }

  @Test
  void theOneGoesThatTheAccessImplies() {
    assertEquals(1, code.changes("counted"));
    assertEquals(0, code.count("counted", Opcodes.IFGE) + code.count("counted", Opcodes.IFLT));
  }

  @ParameterizedTest
  @CsvSource({
    "tested",
    "turned",
    "counted",
    "written",
    "next",
    "told",
    "kept",
    "ofNull",
    "uncaught",
    "often"
  })
  void theSameIsAnsweredAndThrown(String method) {
    for (int index : new int[] {0, 1, 2, 3, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      code.assertSame(method, ARRAY, index);
      if (!method.equals("uncaught")) { // a message that names locals
        code.assertSame(method, null, index);
      }
    }
  }

  @Test
  void anotherArrayMayBeLonger() {
    byte[] longer = new byte[5];
    for (int index = -1; index < 7; index++) {
      code.assertSame("other", ARRAY, longer, index);
      code.assertSame("other", longer, ARRAY, index);
    }
  }

  /**
   * Something is written before the access; another array or index is accessed; other values
   * arrive; the exception is used, or not caught; the test has failed before.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {"written", "other", "next", "told", "kept", "ofNull", "uncaught", "often"})
  void otherTestsStay(String method) {
    assertEquals(0, code.changes(method));
  }

  @ParameterizedTest
  @ValueSource(strings = {"aroundALoop", "nextTimeAround"})
  void whatIsKnownBehindPhisOnTheWayIsTheSame(String method) {
    for (int index = -2; index < 5; index++) {
      code.assertSame(method, ARRAY, index);
      code.assertSame(method, null, index);
    }
    assertEquals(0, code.changes(method));
  }

  @Test
  void aLengthStaysWhoseExceptionIsThrownOn() {
    assertEquals(1, code.count("thrownOn", Opcodes.ARRAYLENGTH));
    for (int index = -2; index < 5; index++) {
      code.assertSame("thrownOn", ARRAY, ARRAY, index); // of null, the message names a local
    }
  }

  @Test
  void aLengthStaysThatAnotherArraysAccessFollows() {
    assertEquals(1, code.changes("lengthOfAnother"));
    assertEquals(1, code.count("lengthOfAnother", Opcodes.ARRAYLENGTH));
    code.assertSame("lengthOfAnother", ARRAY, null, 1);
  }

  @Test
  void aTestStaysThatAnotherOneFollowsWhichLeadsElsewhere() {
    assertEquals(0, code.changes("elsewhere"));
    for (int index = -1; index < 4; index++) {
      code.assertSame("elsewhere", ARRAY, index, -1);
      code.assertSame("elsewhere", ARRAY, index, 1);
    }
  }

  @Test
  void aTestStaysThatALoadFollowsWhichNothingCatches() {
    assertEquals(0, code.changes("outside"));
    code.assertSame("outside", new Object[] {null}, -1);
  }
}
