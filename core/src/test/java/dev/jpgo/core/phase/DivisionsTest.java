package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.Heaps;
import org.junit.jupiter.api.Test;

/** What is divided before a guarded region is not divided again behind it. */
class DivisionsTest {
  private final Harness harness = new Harness(new TestWorld().load(Heaps.class));

  @Test
  void aDivisionByAConstantIsSharedAcrossAGuard() {
    assertEquals(1, Harness.count(harness.optimize(Heaps.class, "byAConstant").method(), "IDIV"));
  }

  @Test
  void theSameIsComputedAndThrown() {
    assertTrue(harness.compileAll(Heaps.class) > 0);
    harness.assertSameResult(Heaps.class, "run");
  }
}
