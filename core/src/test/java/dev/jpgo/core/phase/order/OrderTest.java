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
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** What mostly succeeds is tested first, where nobody can tell. */
class OrderTest {
  private static final String NAME = Ordered.class.getName().replace('.', '/');
  private final Transformed code = transformed(new TestWorld().load(Ordered.class));

  private static Transformed transformed(TestWorld world) {
    return transformed(world, TestWorld.bytes(NAME));
  }

  private static Transformed transformed(TestWorld world, byte[] bytes) {
    return new Transformed(
        world,
        bytes,
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

  /** Its test throws an IllegalAccessError where it is made, and so must not be made before. */
  @Test
  void aClassThatIsOutOfReachStaysWhereItIs() {
    ClassNode node = new ClassNode();
    new ClassReader(TestWorld.bytes(NAME)).accept(node, 0);
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof TypeInsnNode test && test.desc.equals(NAME + "$C")) {
          test.desc = "dev/jpgo/core/phase/box/Boxed";
        }
      }
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    Transformed other = transformed(new TestWorld().load(Ordered.class), writer.toByteArray());
    assertEquals("A B Boxed", other.typesTested("disjoint").replaceAll("\\S*[/$]", ""));
  }

  @Test
  void aClassThatIsNotLoadedStaysWhereItIs() {
    Transformed other = transformed(new TestWorld().load(Ordered.class).unloaded(Ordered.C.class));
    assertEquals("A B C", other.typesTested("disjoint").replace(NAME + "$", ""));
  }
}
