package dev.jpgo.core.phase.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.Weights;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What mostly succeeds is tested first, where nobody can tell. */
class OrderTest {
  private static final String NAME = Ordered.class.getName().replace('.', '/');
  private final Transformed code = transformed(new TestWorld().load(Ordered.class));

  private static Transformed transformed(TestWorld world) {
    return new Transformed(
        world,
        TestWorld.bytes(NAME),
        CostModel.of(Mode.INTERPRETER),
        context -> List.of(new Weights(), new TypeTestOrder(context.world(), context.owner())));
  }

  @Test
  void objectsGetTheSameAnswers() {
    for (String name : List.of("A", "AA", "B", "C", "D", "")) {
      for (String method : List.of("disjoint", "related", "withAnInterface", "relatedLater")) {
        code.assertSameFor(method, name);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "disjoint, C B A",
    "negated, C A",
    "related, AA A",
    "withAnInterface, I A",
    "relatedLater, AA B A",
    "ofOthers, A B",
    "withWork, A B"
  })
  void classesAreTestedInThisOrder(String method, String order) {
    assertEquals(order, code.typesTested(method).replace(NAME + "$", ""));
  }

  @Test
  void aClassThatIsNotLoadedStaysWhereItIs() {
    Transformed other = transformed(new TestWorld().load(Ordered.class).unloaded(Ordered.C.class));
    assertEquals("A B C", other.typesTested("disjoint").replace(NAME + "$", ""));
  }
}
