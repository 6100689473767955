package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Results are used again where they are the same, and computed again where they may not be. */
class ValueNumberingTest {
  private static final String MEMORY = Memory.class.getName().replace('.', '/');

  private final TestWorld world =
      new TestWorld().load(Memory.class).uninitialized(Memory.Late.class);
  private final Transformed eager = transformed(Transformed.EAGER);

  private Transformed transformed(CostModel costs) {
    return new Transformed(
        world, TestWorld.bytes(MEMORY), costs, context -> List.of(new ValueNumbering(context)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reuse", "between", "exceptions"})
  void whatIsReusedIsTheSame(String method) {
    eager.assertSame(method);
    transformed(CostModel.of(Mode.INTERPRETER)).assertSame(method);
  }

  @ParameterizedTest
  @CsvSource({
    "twice, 1",
    "afterAStore, 0",
    "chain, 3",
    "acrossOtherFields, 1",
    "searching, 1",
    "besideWaiting, 2",
    "besideWaitingFirst, 2",
    "truncation, 1",
    "allocation, 1",
    "nullTwice, 5"
  })
  void aFieldIsReadOnceWhereNothingComesBetween(String method, int reads) {
    assertEquals(reads, eager.count(method, Opcodes.GETFIELD));
  }

  @ParameterizedTest
  @CsvSource({
    "call, 2",
    "alias, 2",
    "aliasAfterAStore, 1",
    "nextChanges, 3",
    "onOneWay, 2",
    "inALoop, 3",
    "inAnInnerLoop, 4",
    "callOnOneWay, 2",
    "callInALoop, 2",
    "callInAnInnerLoop, 2",
    "volatileRead, 3",
    "volatileWrite, 2",
    "volatileTwice, 3",
    "monitor, 3",
    "waiting, 2"
  })
  void aFieldIsReadAgainAfterWhatMayChangeIt(String method, int reads) {
    assertEquals(reads, eager.count(method, Opcodes.GETFIELD));
  }

  @Test
  void elementsAreToldApartByTheirKind() {
    assertEquals(1, eager.count("elements", Opcodes.IALOAD));
    assertEquals(0, eager.count("elements", Opcodes.LALOAD));
    assertEquals(2, eager.count("elementAlias", Opcodes.IALOAD));
    assertEquals(2, eager.count("callInArray", Opcodes.IALOAD));
  }

  @Test
  void anElementIsNotTakenForAClassThatOnlyTheArraySawTo() {
    assertEquals(1, eager.count("length", Opcodes.AALOAD));
  }

  @Test
  void aStaticFieldIsReadAgainAfterAClassWasInitialized() {
    assertEquals(3, eager.count("initialization", Opcodes.GETSTATIC));
  }

  @Test
  void aConstantIsReadOnceWhateverComesBetween() {
    assertEquals(1, eager.count("sumOfTable", Opcodes.GETSTATIC));
  }

  @Test
  void divisionsThatWereDoneAreNotDoneAgain() {
    assertEquals(1, eager.count("divisions", Opcodes.IDIV));
    assertEquals(1, eager.count("divisions", Opcodes.IREM));
  }

  @Test
  void aFieldOfAnUnknownClassMayBeVolatile() {
    Transformed blind =
        new Transformed(
            new TestWorld().unloaded(Memory.class).load(Memory.class),
            TestWorld.bytes(MEMORY),
            Transformed.EAGER,
            context -> List.of(new ValueNumbering(context)));
    assertEquals(3, blind.count("twice", Opcodes.GETFIELD));
  }

  @Test
  void inAnInterpreterOnlyWhatPaysIsReused() {
    Transformed careful = transformed(CostModel.of(Mode.INTERPRETER));
    assertTrue(careful.changes("twice") > 0);
    assertEquals(0, careful.changes("alias"));
  }

  @Test
  void aByteKeepsEightBits() {
    ClassNode node = new ClassNode();
    new ClassReader(TestWorld.bytes(MEMORY)).accept(node, 0);
    for (MethodNode method : node.methods) {
      if (method.name.equals("truncated")) {
        for (AbstractInsnNode insn : method.instructions) {
          if (insn.getOpcode() == Opcodes.I2B) {
            method.instructions.remove(insn);
          }
        }
      }
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    Transformed narrow =
        new Transformed(
            world,
            writer.toByteArray(),
            Transformed.EAGER,
            context -> List.of(new ValueNumbering(context)));
    narrow.assertSame("truncated", 300);
    eager.assertSame("truncated", 300);
    assertEquals(1, narrow.count("truncated", Opcodes.GETSTATIC));
    assertEquals(0, eager.count("truncated", Opcodes.GETSTATIC));
  }
}
