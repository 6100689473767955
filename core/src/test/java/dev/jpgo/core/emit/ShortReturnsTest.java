package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.profile.CodePrinter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Short returns stand where jumps to them would. */
class ShortReturnsTest {
  private static final String DESCRIPTOR = "(Ljava/lang/Object;)Ljava/lang/Object;";

  /**
   * The second test is best turned round as long as the first one's return lies behind it, and best
   * left as it is when that has gone: but what it would jump to has gone, too.
   */
  @Test
  void aReturnThatWasDroppedForItsCopyIsNotJumpedTo() throws Exception {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "find", DESCRIPTOR, null, new String[0]);
    Label third = new Label();
    Label second = new Label();
    Label last = new Label();
    Label first = new Label();
    Label found = new Label();
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitJumpInsn(Opcodes.IFNULL, third);
    call(method, "one");
    method.visitVarInsn(Opcodes.ASTORE, 1);
    method.visitVarInsn(Opcodes.ALOAD, 1);
    method.visitJumpInsn(Opcodes.IFNONNULL, first);
    method.visitJumpInsn(Opcodes.GOTO, second);
    method.visitLabel(third);
    call(method, "three");
    method.visitInsn(Opcodes.ARETURN);
    method.visitLabel(second);
    call(method, "two");
    method.visitVarInsn(Opcodes.ASTORE, 2);
    method.visitVarInsn(Opcodes.ALOAD, 2);
    method.visitJumpInsn(Opcodes.IFNONNULL, found);
    method.visitJumpInsn(Opcodes.GOTO, last);
    method.visitLabel(first);
    method.visitVarInsn(Opcodes.ALOAD, 1);
    method.visitInsn(Opcodes.ARETURN);
    method.visitLabel(last);
    call(method, "four");
    method.visitInsn(Opcodes.ARETURN);
    method.visitLabel(found);
    method.visitVarInsn(Opcodes.ALOAD, 2);
    method.visitInsn(Opcodes.ARETURN);
    method.visitMaxs(1, 3);
    Graph graph = GraphBuilder.build(MethodSource.of("Finder", Opcodes.V1_5, method));
    graph.blocks().sort(Comparator.comparingInt(ShortReturnsTest::place));
    assertEquals(
        """
           0: aload 0
           1: ifnull L0
           2: aload 0
           3: invokestatic Finder.one(Ljava/lang/Object;)Ljava/lang/Object;
           4: dup
           5: astore 1
           6: ifnull L1
           7: aload 1
           8: areturn
        L0:
           9: aload 0
          10: invokestatic Finder.three(Ljava/lang/Object;)Ljava/lang/Object;
          11: areturn
        L1:
          12: aload 0
          13: invokestatic Finder.two(Ljava/lang/Object;)Ljava/lang/Object;
          14: dup
          15: astore 1
          16: ifnull L2
          17: aload 1
          18: areturn
        L2:
          19: aload 0
          20: invokestatic Finder.four(Ljava/lang/Object;)Ljava/lang/Object;
          21: areturn
        """,
        CodePrinter.print(Emitter.emit(graph, LineNumbers.ofSource()), Map.of(), true));
  }

  /** As the code has them; the builder goes by what leads to what. */
  private static int place(Block block) {
    List<String> calls = List.of("one", "three", "two", "", "four");
    for (Instr instr : block.body()) {
      if (instr.operand() instanceof Operand.Method called) {
        return 1 + calls.indexOf(called.name());
      }
    }
    return block.preds().isEmpty() ? 0 : place(block.preds().get(0)) == 1 ? 4 : 6;
  }

  private static void call(MethodNode method, String name) {
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(Opcodes.INVOKESTATIC, "Finder", name, DESCRIPTOR, false);
  }
}
