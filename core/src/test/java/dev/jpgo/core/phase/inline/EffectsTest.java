package dev.jpgo.core.phase.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.targets.far.Shared;
import dev.jpgo.core.phase.targets.far.Square;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/** What is run to be forgotten throws no error of linkage, which would be another one elsewhere. */
class EffectsTest {
  private static final String SHARED = Type.getInternalName(Shared.class);
  private static final String SQUARE = Type.getInternalName(Square.class);

  private final TestWorld world =
      new TestWorld().load(EffectsTest.class, Shared.class, Square.class);

  /** Whether the one instruction with an opcode can be run again. */
  private boolean isReExecutable(int opcode, Consumer<MethodVisitor> code)
      throws UnsupportedMethodException {
    MethodNode method =
        new MethodNode(
            Opcodes.ACC_STATIC, "m", "(Ljava/lang/Object;)Ljava/lang/Object;", null, null);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    code.accept(method);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitInsn(Opcodes.ARETURN);
    method.visitMaxs(2, 1);
    String owner = Type.getInternalName(EffectsTest.class);
    Graph graph = GraphBuilder.build(MethodSource.of(owner, Opcodes.V17, method));
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        if (instr.op() == opcode) {
          return Effects.isReExecutable(world, world.loaded(owner), instr);
        }
      }
    }
    throw new AssertionError("not there");
  }

  private boolean field(int opcode, String owner, String name) throws UnsupportedMethodException {
    return isReExecutable(
        opcode,
        code -> {
          if (opcode == Opcodes.GETFIELD) {
            code.visitTypeInsn(Opcodes.CHECKCAST, owner);
          }
          code.visitFieldInsn(opcode, owner, name, "I");
          code.visitInsn(Opcodes.POP);
          if (opcode == Opcodes.GETSTATIC) {
            code.visitInsn(Opcodes.POP);
          }
        });
  }

  private boolean cast() throws UnsupportedMethodException {
    return isReExecutable(
        Opcodes.CHECKCAST,
        code -> {
          code.visitTypeInsn(Opcodes.CHECKCAST, SQUARE);
          code.visitInsn(Opcodes.POP);
        });
  }

  @Test
  void fieldsAreThereAsTheInstructionSays() throws UnsupportedMethodException {
    assertEquals(true, field(Opcodes.GETSTATIC, SHARED, "number"));
    assertEquals(false, field(Opcodes.GETSTATIC, SHARED, "gone"));
    assertEquals(false, field(Opcodes.GETFIELD, SHARED, "number"));
    assertEquals(true, field(Opcodes.GETFIELD, SQUARE, "side")); // opened
    assertEquals(false, field(Opcodes.GETFIELD, SQUARE, "gone"));
    assertEquals(false, field(Opcodes.GETSTATIC, SQUARE, "side"));
  }

  @Test
  void whatIsNamedMayBeTouched() throws UnsupportedMethodException {
    assertEquals(true, cast());
    world.unread(Square.class).unread(Shared.class);
    assertEquals(false, cast());
    assertEquals(false, field(Opcodes.GETSTATIC, SHARED, "number"));
    assertEquals(false, field(Opcodes.GETFIELD, SQUARE, "side"));
  }

  @Test
  void whatIsNotLoadedMayBeLoadedByCodeOfTheProgram() throws UnsupportedMethodException {
    world.unloaded(Square.class).unloaded(Shared.class);
    assertEquals(false, cast());
    assertEquals(false, field(Opcodes.GETSTATIC, SHARED, "number"));
  }
}
