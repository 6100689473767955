package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.Weights;
import dev.jpgo.core.phase.targets.far.Shared;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is loaded for nothing is not loaded, where nobody can tell. */
class UnusedLoadsTest {
  private final Transformed code = transformed(new TestWorld());

  private static Transformed transformed(TestWorld world) {
    return new Transformed(
        world.load(Unused.class, Unused.Late.class, Shared.class).uninitialized(Unused.Late.class),
        TestWorld.bytes(Unused.class.getName().replace('.', '/')),
        CostModel.of(Mode.INTERPRETER),
        context -> List.of(new Weights(), new UnusedLoads(context)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"itsOwn", "ofAClass", "ofAnother", "again", "length"})
  void oneLoadGoes(String method) {
    assertEquals(1, code.changes(method));
  }

  /** It orders what comes after; it may be of null; it initializes a class; it never ran. */
  @ParameterizedTest
  @ValueSource(strings = {"ofAVolatile", "ofAny", "firstOf", "ofLate", "never"})
  void othersStay(String method) {
    assertEquals(0, code.changes(method));
  }

  /** The error is thrown each time; the block runs all the same. */
  @Test
  void whatMayNotBeReadIsStillTried() {
    Transformed denied = transformed(new TestWorld().unread(Shared.class));
    assertEquals(0, denied.changes("ofAnother"));
  }

  @Test
  void theSameIsAnsweredAndThrown() {
    code.assertSame("run");
  }
}
