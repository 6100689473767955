package dev.jpgo.core.phase.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** Monitors that are entered again at once are not left. */
class MergedLocksTest {
  private static final int[] NUMBERS = {-1, 0, 1, 2, 3, 4};

  private static final Transformed MERGED =
      new Transformed(
          new TestWorld().load(Merging.class).uninitialized(Merging.Late.class),
          TestWorld.bytes(Merging.class.getName().replace('.', '/')),
          Transformed.EAGER,
          context -> List.of(new MergedLocks(context)));

  private static void assertSame(String method) {
    for (int number : NUMBERS) {
      MERGED.assertSame(method, number);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "adjacent, 1, 1",
    "threeTimes, 2, 1",
    "throwing, 1, 1",
    "leaving, 1, 1",
    "throwingInside, 1, 1",
    "withinAnother, 1, 2",
    "beforeIsNotHeld, 1, 1",
    "inLoop, 1, 1"
  })
  void whatIsEnteredAgainAtOnceIsNotLeft(String method, int merged, int entered) {
    if (!method.equals("leaving")) {
      assertSame(method);
    }
    assertEquals(merged, MERGED.changes(method), method);
    assertEquals(entered, MERGED.count(method, Opcodes.MONITORENTER), method);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 2, 3})
  void whatIsThrownInBetweenLeavesTheMonitor(int number) {
    MERGED.assertSame("throwingToNobody", number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ofOthers",
        "aroundACall",
        "aroundVolatile",
        "aroundAFunction",
        "aroundACast",
        "beforeACall",
        "beforeALoop",
        "aroundAnother",
        "aroundInitialization",
        "aroundAnObject",
        "ofOneWay",
        "roundAndRound",
        "caughtBetween"
      })
  void othersAreLeftAlone(String method) {
    assertSame(method);
    assertEquals(0, MERGED.changes(method), method);
  }
}
