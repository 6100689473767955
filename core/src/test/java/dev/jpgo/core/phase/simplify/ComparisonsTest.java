package dev.jpgo.core.phase.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A comparison that was made before has the outcome that it had. */
class ComparisonsTest {
  private final Transformed code =
      new Transformed(
          new TestWorld().load(Compared.class),
          TestWorld.bytes(Compared.class.getName().replace('.', '/')),
          CostModel.of(Mode.INTERPRETER),
          context -> List.of(new RedundantChecks()));

  @ParameterizedTest
  @CsvSource({"same, 1", "opposite, 1", "withConstants, 2", "references, 2", "caught, 1"})
  void itIsNotMadeAgain(String method, int times) {
    assertEquals(times, code.changes(method));
  }

  /**
   * Another constant or operation; not known on every way, or not yet where it throws; of another
   * value each time around, or of a field that was written.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "withOtherConstants",
        "turned",
        "withEqual",
        "joined",
        "skipped",
        "changed",
        "bothWays",
        "ofAField",
        "thrown"
      })
  void othersAre(String method) {
    assertEquals(0, code.changes(method));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "same",
        "opposite",
        "withConstants",
        "withOtherConstants",
        "turned",
        "withEqual",
        "joined",
        "changed",
        "references",
        "caught",
        "bothWays",
        "skipped",
        "ofAField",
        "thrown"
      })
  void theSameIsAnswered(String method) {
    for (int a = -1; a < 10; a++) {
      for (int b : new int[] {-1, 0, 1, 7, 8}) {
        code.assertSame(method, a, b);
      }
    }
  }
}
