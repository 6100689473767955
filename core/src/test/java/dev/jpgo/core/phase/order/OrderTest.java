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
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** What mostly succeeds is tested first, where nobody can tell. */
class OrderTest {
  private static final String NAME = Ordered.class.getName().replace('.', '/');
  private static final int[] KEYS = {
    -1000,
    -8,
    -7,
    0,
    1,
    2,
    3,
    4,
    5,
    70,
    99,
    1000,
    3000,
    4000,
    5000,
    100000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE
  };

  private final Transformed code = transformed(new TestWorld().load(Ordered.class));

  private static Transformed transformed(TestWorld world) {
    return new Transformed(
        world,
        TestWorld.bytes(NAME),
        CostModel.of(Mode.INTERPRETER),
        context ->
            List.of(
                new Weights(),
                new TypeTestOrder(context.world(), context.owner()),
                new HotCases(context.costs())));
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

  @ParameterizedTest
  @ValueSource(strings = {"sparse", "twoHot", "dense", "fallingThrough", "even"})
  void keysGetTheSameAnswers(String method) {
    for (int key : KEYS) {
      code.assertSame(method, key);
    }
  }

  @ParameterizedTest
  @CsvSource({"sparse, 1", "twoHot, 2", "dense, 0", "fallingThrough, 0", "even, 0"})
  void aCaseThatMostlyRunsIsTestedFirst(String method, int tests) {
    assertEquals(
        tests,
        code.count(method, Opcodes.IF_ICMPEQ) + code.count(method, Opcodes.IF_ICMPNE),
        method);
    assertEquals(
        1, code.count(method, Opcodes.LOOKUPSWITCH) + code.count(method, Opcodes.TABLESWITCH));
  }

  @Test
  void aClassThatIsNotLoadedStaysWhereItIs() {
    Transformed other = transformed(new TestWorld().load(Ordered.class).unloaded(Ordered.C.class));
    assertEquals("A B C", other.typesTested("disjoint").replace(NAME + "$", ""));
  }
}
