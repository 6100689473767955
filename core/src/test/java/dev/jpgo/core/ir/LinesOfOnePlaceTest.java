package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** A class file may say several lines for one place. */
class LinesOfOnePlaceTest {
  private static MethodNode code() {
    MethodNode code =
        new MethodNode(
            Opcodes.ACC_STATIC, "run", "(Ljava/lang/Object;)Ljava/lang/String;", null, null);
    Label start = new Label();
    code.visitLabel(start);
    code.visitLineNumber(10, start);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    Label several = new Label();
    code.visitLabel(several);
    code.visitLineNumber(20, several);
    code.visitLineNumber(21, several);
    code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/String");
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/lang/String", "trim", "()Ljava/lang/String;", false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 1);
    return code;
  }

  /** HotSpot's {@code ConstMethod::line_number_from_bci}: an exact match ends the search. */
  @Test
  void theFirstIsThatOfTheInstructionThereAndTheLastThatOfThoseAfterIt() throws Exception {
    Graph graph = GraphBuilder.build(MethodSource.of("Some", 49, code()));
    List<String> lines = new ArrayList<>();
    for (Instr each : graph.entry().body()) {
      if (each.op() == Opcodes.CHECKCAST || each.op() == Opcodes.INVOKEVIRTUAL) {
        lines.add(each.op() + " in " + each.position().line());
      }
    }
    assertEquals(List.of(Opcodes.CHECKCAST + " in 20", Opcodes.INVOKEVIRTUAL + " in 21"), lines);
  }
}
