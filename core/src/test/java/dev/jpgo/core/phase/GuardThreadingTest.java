package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.simplify.GuardThreading;
import dev.jpgo.core.phase.targets.Gauges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways through what is inlined go on from the flag to where they lead. */
class GuardThreadingTest {
  private static Harness harness() {
    return new Harness(
        new TestWorld()
            .load(Gauges.class, Gauges.Gauge.class, Gauges.Mark.class, Gauges.Seal.class));
  }

  /** No zero or one is pushed to be asked for, and none of the ways in meets another. */
  @ParameterizedTest
  @CsvSource({"full, GETSTATIC, 2", "weighed, GETSTATIC, 3", "caught, GETSTATIC, 2"})
  void eachWayAsksTheFlag(String method, String instruction, int count) {
    Harness harness = harness();
    CompileResult.Optimized result = harness.optimize(Gauges.class, method);
    assertEquals(count, Harness.count(result.method(), instruction));
    CompileResult.Optimized without =
        harness().without(GuardThreading.NAME).optimize(Gauges.class, method);
    assertEquals(1, Harness.count(without.method(), instruction));
    assertTrue(constants(result) < constants(without));
  }

  private static int constants(CompileResult.Optimized result) {
    return Harness.count(result.method(), "ICONST_0") + Harness.count(result.method(), "ICONST_1");
  }

  @Test
  void whatIsUsedFurtherOnIsKept() {
    CompileResult.Optimized result = harness().optimize(Gauges.class, "remembered");
    assertEquals(1, Harness.count(result.method(), "GETSTATIC"));
  }

  @Test
  void theSameIsAnswered() throws ReflectiveOperationException {
    Harness harness = harness();
    assertEquals(8, harness.compileAll(Gauges.class));
    harness.assertSameResult(Gauges.class, "run");
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    Harness.Loader plain = harness().loader();
    assertEquals(
        Harness.outcome(plain, Gauges.class, "run"), Harness.outcome(broken, Gauges.class, "run"));
  }
}
