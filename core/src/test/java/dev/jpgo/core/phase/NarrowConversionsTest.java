package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.targets.NarrowValues;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

/** Bits that nobody looks at are not cleared, and all others are. */
class NarrowConversionsTest {
  private final TestWorld world = new TestWorld().load(NarrowValues.class);
  private final Harness harness = new Harness(world);

  @Test
  void everyBitThatIsLookedAtIsAsItWas() {
    assertEquals(7, harness.compileAll(NarrowValues.class));
    harness.assertSameResult(NarrowValues.class, "run");
  }

  @Test
  void aDecoderAsksForTheSignAndConvertsNothing() {
    MethodNode code = harness.optimize(NarrowValues.class, "decoded").method();
    String text = String.join("\n", Harness.instructions(code));
    assertEquals(0, Harness.count(code, "I2C"), text);
    assertEquals(1, Harness.count(code, "IAND"), text);
    assertEquals(1, Harness.count(code, "IFLT") + Harness.count(code, "IFGE"), text);
  }
}
