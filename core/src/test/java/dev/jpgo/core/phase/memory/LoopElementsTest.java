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

/** Elements that a loop does not change are loaded in front of it, and no others. */
class LoopElementsTest {
  private final Transformed moved =
      new Transformed(
          new TestWorld().load(Elements.class),
          TestWorld.bytes(Elements.class.getName().replace('.', '/')),
          CostModel.of(Mode.INTERPRETER),
          context -> List.of(new LoopInvariants(context), new LoopElements(context)));

  @Test
  void loopsComputeAndThrowTheSame() {
    moved.assertSame("run");
  }

  @ParameterizedTest
  @CsvSource({
    "row, 1, 0",
    "rowToItsEnd, 1, 0",
    "product, 1, 0",
    "first, 1, 0",
    "late, 1, 1",
    "stored, 2, 2",
    "storedElsewhere, 2, 0",
    "called, 1, 1",
    "caught, 1, 1",
    "sometimes, 1, 1",
    "grid, 1, 1", // in the outer loop
  })
  void rowsAreLoadedInFrontOfLoops(String method, int rows, int inLoops) {
    assertEquals(rows, moved.count(method, Opcodes.AALOAD));
    assertEquals(inLoops, moved.countInLoops(method, Opcodes.AALOAD));
  }

  @Test
  void anElementThatIsLoadedTwiceIsLoadedOnce() {
    assertEquals(2, moved.count("product", Opcodes.DALOAD));
    assertEquals(1, moved.countInLoops("product", Opcodes.DALOAD));
  }

  @Test
  void whatAnotherThreadMayWriteIsLoadedAgain() {
    assertEquals(1, moved.countInLoops("waiting", Opcodes.BALOAD));
  }
}
