package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.Weights;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is loaded for nothing is not loaded, where nobody can tell. */
class UnusedLoadsTest {
  private final Transformed code =
      new Transformed(
          new TestWorld()
              .load(Unused.class)
              .load(Unused.Late.class)
              .uninitialized(Unused.Late.class),
          TestWorld.bytes(Unused.class.getName().replace('.', '/')),
          CostModel.of(Mode.INTERPRETER),
          context -> List.of(new Weights(), new UnusedLoads(context)));

  @ParameterizedTest
  @ValueSource(strings = {"itsOwn", "ofAClass", "again", "length"})
  void oneLoadGoes(String method) {
    assertEquals(1, code.changes(method));
  }

  /** It orders what comes after; it may be of null; it initializes a class; it never ran. */
  @ParameterizedTest
  @ValueSource(strings = {"ofAVolatile", "ofAny", "firstOf", "ofLate", "never"})
  void othersStay(String method) {
    assertEquals(0, code.changes(method));
  }

  @Test
  void theSameIsAnsweredAndThrown() {
    code.assertSame("run");
  }
}
