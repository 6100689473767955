package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** What {@link GraphBuilder} makes of handlers and of the monitors that they leave. */
class HandlerGraphTest {
  /** Compiled shapes. */
  static class Shapes {
    private int field;

    static int lastValue(int[] values) {
      int state = 0;
      try {
        state = 1;
        Integer.parseInt("1");
        state = values[0];
        Integer.parseInt("2");
        int unread = 7;
        Integer.parseInt("3" + unread);
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        return state + e.toString().length();
      }
      return -state;
    }

    static int countedUnderALock(Object lock, int[] values) {
      int state = 0;
      try {
        synchronized (lock) {
          state++;
          return values[0];
        }
      } catch (RuntimeException e) {
        return state;
      }
    }

    int guarded(Object lock) {
      synchronized (lock) {
        field++;
        return field;
      }
    }

    static int nestedFinally(int value) {
      int result = value;
      try {
        try {
          result = Integer.parseInt("x");
        } finally {
          result++;
        }
      } catch (RuntimeException e) {
        result += 10;
      } finally {
        result *= 2;
      }
      return result;
    }
  }

  @Test
  void aHandlerSeesEachValueThatALocalHadInItsRange() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "lastValue");
    Instr caught = Graphs.only(graph, Op.CATCH);
    Block handler = caught.block();
    assertEquals(1, handler.phis().size(), () -> GraphPrinter.print(graph));
    Instr state = handler.phis().get(0);
    // Nothing can throw before the first write.
    assertEquals(2, state.inputs().size(), () -> GraphPrinter.print(graph));
    assertEquals(new Operand.Constant(1), state.input(0).operand());
    assertEquals(Opcodes.IALOAD, state.input(1).op());
    assertEquals(ValueType.ref("java/lang/RuntimeException"), caught.type());
  }

  /** Right behind a lock the VM may throw: before what stands there counts, not behind it. */
  @Test
  void aHandlerSeesWhatIsCountedRightBehindALock() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "countedUnderALock");
    Instr counted = Graphs.only(graph, Opcodes.IADD);
    Instr access = Graphs.only(graph, Opcodes.IALOAD);
    assertNotSame(counted.block(), access.block(), () -> GraphPrinter.print(graph));
    Block unlocking = access.block().handlers().get(0).target();
    Instr state = unlocking.phis().get(0);
    assertSame(counted, unlocking.phiInput(state, access.block()));
    assertEquals(new Operand.Constant(0), unlocking.phiInput(state, counted.block()).operand());
  }

  /** The write ends a block that dominates the join, but the handler leads there without it. */
  @Test
  void aJoinBehindAProtectedWriteAndItsHandlerGetsAPhi() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "(I)I",
            code -> {
              Label start = new Label();
              Label join = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, handler, handler, "java/lang/Exception");
              code.visitLabel(start);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "bar", "()I", false);
              code.visitVarInsn(Opcodes.ISTORE, 0);
              code.visitJumpInsn(Opcodes.GOTO, join);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              code.visitLabel(join);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitInsn(Opcodes.IRETURN);
            });
    Instr call = Graphs.only(graph, Opcodes.INVOKESTATIC);
    Instr phi = Graphs.only(graph, Op.PHI);
    assertEquals(List.of(call, graph.params().get(0)), phi.inputs());
    assertSame(phi, Graphs.only(graph, Opcodes.IRETURN).input(0));
    Block join = phi.block();
    Dominators dominators = Dominators.of(graph);
    assertTrue(dominators.dominates(call.block(), join));
    assertFalse(dominators.available(call, join), "the call may have thrown");
  }

  @Test
  void blocksAreNotCutWhereTheHandlerDoesNotRead() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "()V",
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, end, handler, "java/lang/Exception");
              code.visitLabel(start);
              for (int i = 0; i < 3; i++) {
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "bar", "()I", false);
                code.visitVarInsn(Opcodes.ISTORE, i);
              }
              code.visitLabel(end);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            });
    // The entry of its own, the range, the return, the handler.
    assertEquals(4, graph.blocks().size(), () -> GraphPrinter.print(graph));
    assertEquals(List.of(), Graphs.all(graph, Op.PHI));
  }

  @Test
  void aHandlerThatCodeAlsoJumpsToGetsACatchOfItsOwn() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "(Ljava/lang/Exception;)Ljava/lang/Exception;",
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, end, handler, "java/lang/Exception");
              code.visitLabel(start);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "bar", "()V", false);
              code.visitLabel(end);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.ARETURN);
            });
    Instr caught = Graphs.only(graph, Op.CATCH);
    Instr phi = Graphs.only(graph, Op.PHI);
    assertEquals(Opcodes.GOTO, caught.block().terminator().op());
    assertTrue(phi.inputs().contains(caught));
    assertTrue(phi.inputs().contains(graph.params().get(0)));
    assertSame(phi, Graphs.only(graph, Opcodes.ARETURN).input(0));
  }

  @Test
  void aHandlerMayProtectItself() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "()V",
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, end, handler, null);
              code.visitTryCatchBlock(handler, end, handler, null);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitVarInsn(Opcodes.ISTORE, 0);
              code.visitLabel(start);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "bar", "()V", false);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(handler);
              code.visitVarInsn(Opcodes.ASTORE, 1);
              code.visitIincInsn(0, 1);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "retry", "(I)V", false);
              code.visitLabel(end);
              code.visitInsn(Opcodes.RETURN);
            });
    Block handler = Graphs.only(graph, Op.CATCH).block();
    Instr count = Graphs.only(graph, Op.PHI);
    assertSame(handler, count.block());
    Instr sum = Graphs.only(graph, Opcodes.IADD);
    assertSame(sum, count.input(1), "the retry comes after the write");
    assertSame(count, sum.input(0));
  }

  @Test
  void monitorsAndFinallyKeepTheirHandlers() throws UnsupportedMethodException {
    Graph guarded = Graphs.of(Shapes.class, "guarded");
    assertEquals(1, Graphs.all(guarded, Opcodes.MONITORENTER).size());
    assertEquals(2, Graphs.all(guarded, Opcodes.MONITOREXIT).size());
    for (Instr exit : Graphs.all(guarded, Opcodes.MONITOREXIT)) {
      assertEquals(1, exit.block().handlers().size(), "an exit is protected too");
      assertNull(exit.block().handlers().get(0).catchType());
    }
    Graph nested = Graphs.of(Shapes.class, "nestedFinally");
    assertTrue(Graphs.all(nested, Op.CATCH).size() >= 3);
  }

  @Test
  void entriesThatCanNeverCatchAreDropped() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "()V",
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, end, handler, "java/lang/Exception");
              code.visitTryCatchBlock(start, end, handler, "java/lang/Exception");
              code.visitTryCatchBlock(start, end, handler, null);
              code.visitTryCatchBlock(start, end, handler, "java/lang/Error");
              code.visitLabel(start);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "bar", "()V", false);
              code.visitLabel(end);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            });
    Block range = Graphs.only(graph, Opcodes.INVOKESTATIC).block();
    assertEquals(2, range.handlers().size());
    assertEquals("java/lang/Exception", range.handlers().get(0).catchType());
    assertNull(range.handlers().get(1).catchType());
  }

  @Test
  void aReturnKeepsItsHandlerWhereAMonitorIsLeft() throws UnsupportedMethodException {
    for (boolean leaves : new boolean[] {false, true}) {
      MethodNode method =
          Graphs.method(
              Opcodes.V1_8,
              "m",
              "(Ljava/lang/Object;)I",
              code -> {
                Label start = new Label();
                Label handler = new Label();
                code.visitTryCatchBlock(start, handler, handler, null);
                if (leaves) {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitInsn(Opcodes.MONITOREXIT);
                }
                code.visitInsn(Opcodes.ICONST_1);
                code.visitLabel(start);
                code.visitInsn(Opcodes.IRETURN);
                code.visitLabel(handler);
                code.visitInsn(Opcodes.POP);
                code.visitInsn(Opcodes.ICONST_2);
                code.visitInsn(Opcodes.IRETURN);
              });
      method.access |= Opcodes.ACC_SYNCHRONIZED;
      Graph graph = Graphs.verified(MethodSource.of(Graphs.OWNER, 52, method));
      assertEquals(leaves ? 1 : 0, Graphs.all(graph, Op.CATCH).size());
    }
  }
}
