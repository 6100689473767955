package dev.jpgo.core.phase.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Handlers that do nothing but throw on go where nobody can tell. */
class NestedLocksTest {
  /**
   * {@code int r = 0; try { g(); try { f(); } finally { r = p; } } catch (RuntimeException e) {
   * return r; } return 1;}, with the outer handler behind the inner one, as a call that has been
   * inlined has its caller's.
   *
   * @param sets whether the inner handler sets the variable
   */
  private static Graph graph(boolean sets) throws UnsupportedMethodException {
    MethodNode code = new MethodNode(Opcodes.ACC_STATIC, "m", "(I)I", null, null);
    Label start = new Label();
    Label within = new Label();
    Label end = new Label();
    Label inner = new Label();
    Label innerEnd = new Label();
    Label outer = new Label();
    code.visitTryCatchBlock(within, end, inner, null);
    code.visitTryCatchBlock(start, innerEnd, outer, "java/lang/RuntimeException");
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitLabel(start);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "g", "()V", false);
    code.visitLabel(within);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "f", "()V", false);
    code.visitLabel(end);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(inner);
    if (sets) {
      code.visitVarInsn(Opcodes.ILOAD, 0);
      code.visitVarInsn(Opcodes.ISTORE, 1);
    }
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(innerEnd);
    code.visitLabel(outer);
    code.visitInsn(Opcodes.POP);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(2, 2);
    Graph graph = GraphBuilder.build(MethodSource.of("Some", Opcodes.V17, code));
    Block first = calling(graph, "g");
    Block second = calling(graph, "f");
    Block.Handler last = first.handlers().get(0);
    second.setHandlers(List.of(second.handlers().get(0), last));
    for (Instr phi : last.target().phis()) {
      last.target().setPhiInput(phi, second, last.target().phiInput(phi, first));
    }
    GraphVerifier.verify(graph);
    return graph;
  }

  private static Block calling(Graph graph, String name) {
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        if (instr.operand() instanceof Operand.Method called && called.name().equals(name)) {
          return block;
        }
      }
    }
    throw new AssertionError("nothing calls " + name);
  }

  private static int handlersOfTheCall(Graph graph) {
    return calling(graph, "f").handlers().size();
  }

  @Test
  void aHandlerThatOnlyThrowsOnGoes() throws UnsupportedMethodException {
    Graph graph = graph(false);
    assertEquals(2, handlersOfTheCall(graph));
    NestedLocks.dropEmptyHandlers(graph);
    assertEquals(1, handlersOfTheCall(graph));
  }

  @Test
  void aHandlerThatThrowsOnWithAnotherValueStays() throws UnsupportedMethodException {
    Graph graph = graph(true);
    NestedLocks.dropEmptyHandlers(graph);
    assertEquals(2, handlersOfTheCall(graph));
  }
}
