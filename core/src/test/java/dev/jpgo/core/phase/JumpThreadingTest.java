package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.Orders;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

/** What was decided is not asked again. */
class JumpThreadingTest {
  private final TestWorld world = new TestWorld().load(Orders.class);
  private final Harness harness = new Harness(world);

  @Test
  void whatIsDecidedOnceIsTheSameWhereverItIsAsked() {
    assertTrue(harness.compileAll(Orders.class) > 4);
    harness.assertSameResult(Orders.class, "run");
  }

  @Test
  void noOrderIsComputedWhereItsSignDecides() {
    MethodNode code = harness.optimize(Orders.class, "find").method();
    assertEquals(
        0, Harness.count(code, "ICONST_M1"), String.join("\n", Harness.instructions(code)));
    assertEquals(0, Harness.count(code, "ICONST_1"));
  }
}
