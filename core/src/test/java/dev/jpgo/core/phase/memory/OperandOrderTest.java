package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.Weights;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Loads come in the order of operands, where nobody can tell. */
class OperandOrderTest {
  private static final String ORDERED = Ordered.class.getName().replace('.', '/');

  private final Transformed code = transformed(TestWorld.bytes(ORDERED));

  private static Transformed transformed(byte[] bytes) {
    return new Transformed(
        new TestWorld().load(Ordered.class, Ordered.Late.class).uninitialized(Ordered.Late.class),
        bytes,
        CostModel.of(Mode.INTERPRETER),
        context -> List.of(new Weights(), new OperandOrder(context)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"index", "indexAfter", "ofElement", "swapped", "joined"})
  void nothingIsStored(String method) {
    assertTrue(code.changes(method) > 0);
    assertEquals(0, code.count(method, Opcodes.ISTORE));
  }

  @Test
  void comparisonsAreTurnedRound() {
    assertEquals(5, code.changes("compared"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"oneWaits", "oneWaitsForAStore"})
  void ofAnOperationItsResultIsStored(String method) {
    assertEquals(1, code.count(method, Opcodes.ISTORE));
  }

  /** The object is known from its first load on; what is loaded then may move. */
  @Test
  void whatCannotFailMoves() {
    assertTrue(code.changes("known") > 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unknown",
        "overACall",
        "overAStore",
        "overAVolatile",
        "ofAVolatile",
        "overInitialization",
        "overALock",
        "handled",
        "chained",
        "never"
      })
  void othersStay(String method) {
    assertEquals(0, code.changes(method));
  }

  @Test
  void noFlagIsPassed() {
    ClassNode node = new ClassNode();
    new ClassReader(TestWorld.bytes(ORDERED)).accept(node, 0);
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof FieldInsnNode access && access.owner.endsWith("$Flags")) {
          access.owner = "the/Runtime";
        }
      }
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    assertEquals(0, transformed(writer.toByteArray()).changes("overAFlag"));
  }

  /** A sum of thousands of terms nests as deep. */
  @Test
  void deepExpressionsNeedNoDeepStack() throws InterruptedException {
    ClassNode node = new ClassNode();
    new ClassReader(TestWorld.bytes(ORDERED)).accept(node, 0);
    MethodNode deep = new MethodNode(Opcodes.ACC_STATIC, "deep", "(I)I", null, null);
    deep.visitVarInsn(Opcodes.ILOAD, 0);
    for (int i = 0; i < 20_000; i++) {
      deep.visitVarInsn(Opcodes.ILOAD, 0);
      deep.visitInsn(i % 2 == 0 ? Opcodes.IADD : Opcodes.IXOR);
    }
    deep.visitInsn(Opcodes.IRETURN);
    deep.visitMaxs(2, 1);
    node.methods = List.of(deep);
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    List<Transformed> done = new ArrayList<>();
    Thread thread =
        new Thread(null, () -> done.add(transformed(writer.toByteArray())), "small", 256 << 10);
    thread.setUncaughtExceptionHandler((of, failure) -> {});
    thread.start();
    thread.join();
    assertEquals(1, done.size());
  }

  @Test
  void theSameIsAnsweredAndThrown() {
    code.assertSame("run");
  }
}
