package dev.jpgo.core.emit;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Variables that are given the same share a slot only if the verifier takes one for the other. */
class TwinsTest {
  @Test
  void theVerifierKnowsBoth() {
    Transformed code =
        new Transformed(
            new TestWorld().load(Twins.class),
            TestWorld.bytes(Twins.class.getName().replace('.', '/')),
            Transformed.EAGER,
            context -> List.of());
    code.assertSame("run");
  }
}
