package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;

/** What a loop does not change is asked for its class in front of it, and nothing else is. */
class LoopTestsTest {
  private static final String TESTED = Tested.class.getName().replace('.', '/');

  private final TestWorld world =
      new TestWorld().load(Tested.class, Tested.Heavy.class, Tested.Light.class);
  private final Transformed moved =
      new Transformed(
          world,
          TestWorld.bytes(TESTED),
          CostModel.of(Mode.INTERPRETER),
          context -> List.of(new LoopTests(context.world(), context.owner())));

  @Test
  void loopsComputeTheSame() {
    moved.assertSame("run");
  }

  @ParameterizedTest
  @CsvSource({
    "weights, 2, 0, 0",
    "nested, 1, 0, 0",
    "changing, 1, 1, 1",
    "cast, 1, 0, 1",
    "caught, 2, 0, 0",
  })
  void testsAreInFrontOfLoops(String method, int tests, int inLoops, int castsInLoops) {
    assertEquals(tests, moved.count(method, Opcodes.INSTANCEOF));
    assertEquals(inLoops, moved.countInLoops(method, Opcodes.INSTANCEOF));
    assertEquals(castsInLoops, moved.countInLoops(method, Opcodes.CHECKCAST));
  }

  @Test
  void aClassThatIsNotLoadedIsNotAskedForEarlier() {
    Transformed unloaded =
        new Transformed(
            new TestWorld().load(Tested.class).unloaded(Tested.Heavy.class),
            TestWorld.bytes(TESTED),
            CostModel.of(Mode.INTERPRETER),
            context -> List.of(new LoopTests(context.world(), context.owner())));
    assertEquals(1, unloaded.countInLoops("weights", Opcodes.INSTANCEOF));
  }
}
