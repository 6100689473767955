package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.Rounds;
import org.junit.jupiter.api.Test;

/** Methods into which nothing is inlined get a new version for what their loops gain alone. */
class LoopsAloneTest {
  private final Harness harness = new Harness(new TestWorld().load(Rounds.class));

  @Test
  void aLoopThatLoadsTheSameOverAndOverGetsOne() throws ReflectiveOperationException {
    CompileResult.Optimized result = harness.optimize(Rounds.class, "summed");
    assertTrue(Harness.count(result.method(), "GETSTATIC") > 0);
    harness.assertSameResult(Rounds.class, "run");
  }

  @Test
  void oneInWhichOneLoadOfHundredsOfInstructionsCouldGoDoesNot() {
    assertEquals(
        "unchanged: no call is worth inlining\n",
        Harness.explain(harness.compile(Rounds.class, "mixed")));
  }
}
