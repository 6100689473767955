package dev.jpgo.core.ir;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class GraphBuilderTest {
  /** Compiled shapes. */
  static class Shapes {
    private final String name;

    Shapes(boolean first, int value) {
      this(first ? "first" : "second" + value);
    }

    Shapes(String name) {
      this.name = name;
    }

    static int sum(int[] values) {
      int sum = 0;
      for (int i = 0; i < values.length; i++) {
        int twice = values[i] * 2;
        sum += twice;
      }
      return sum;
    }

    static int ternary(boolean flag, int a, int b) {
      return 100 - (flag ? a : b);
    }

    static String chosen(int key) {
      return switch (key) {
        case 1, 2, 3 -> "low";
        case 1000 -> "high";
        default -> "other";
      };
    }

    Object element(Object[][] table) {
      return table[0][1] == null ? name : new Shapes(table == null, 3);
    }
  }

  // --- values

  @Test
  void aLoopKeepsPhisOnlyOfWhatChangesAndIsReadAgain() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "sum");
    List<Instr> phis = Graphs.all(graph, Op.PHI);
    assertEquals(2, phis.size(), () -> GraphPrinter.print(graph));
    assertEquals(ValueType.INT, phis.get(0).type());
    assertSame(graph.params().get(0), Graphs.only(graph, Opcodes.IALOAD).input(0));
    assertSame(phis.get(0), Graphs.only(graph, Opcodes.IRETURN).input(0));
  }

  @Test
  void anIncrementIsAnAdditionWithItsOrdinal() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "(I)I",
            code -> {
              code.visitIincInsn(0, -3);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitInsn(Opcodes.IRETURN);
            });
    Instr sum = Graphs.only(graph, Opcodes.IADD);
    assertSame(graph.params().get(0), sum.input(0));
    assertEquals(new Operand.Constant(-3), sum.input(1).operand());
    assertEquals(0, sum.site());
    assertEquals(2, Graphs.only(graph, Opcodes.IRETURN).site());
  }

  @Test
  void aValueOnTheOperandStackBecomesAPhiWherePathsMeet() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "ternary");
    Instr phi = Graphs.only(graph, Op.PHI);
    assertEquals(graph.params().subList(1, 3), phi.inputs());
    Instr difference = Graphs.only(graph, Opcodes.ISUB);
    assertEquals(Op.CONST, difference.input(0).op(), "what lies below has one value on all paths");
    assertSame(phi, difference.input(1));
  }

  @Test
  void constantsArePureAndWhatResolvesStaysInOrder() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "()V",
            code -> {
              for (Object value :
                  new Object[] {70_000, 5L, 2.5f, -0.0, "text", Type.getObjectType("Foo")}) {
                code.visitLdcInsn(value);
                code.visitInsn(value instanceof Long || value instanceof Double ? 88 : 87);
              }
              code.visitInsn(Opcodes.RETURN);
            });
    List<Instr> constants = Graphs.all(graph, Op.CONST);
    assertEquals(5, constants.size());
    assertEquals(new Operand.Constant(-0.0), constants.get(3).operand());
    assertEquals(ValueType.ref("java/lang/String"), constants.get(4).type());
    assertEquals(ValueType.ref("java/lang/Class"), Graphs.only(graph, Opcodes.LDC).type());
  }

  @Test
  void anElementHasTheComponentTypeOfItsArray() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "element");
    List<Instr> loads = Graphs.all(graph, Opcodes.AALOAD);
    assertEquals(ValueType.ref("[Ljava/lang/Object;"), loads.get(0).type());
    assertEquals(ValueType.OBJECT, loads.get(1).type());
    Instr chosen = Graphs.only(graph, Opcodes.ARETURN).input(0);
    assertEquals(Op.PHI, chosen.op());
    assertEquals(ValueType.OBJECT, chosen.type());
  }

  @Test
  void aSwitchKeepsItsKeysInOrderWithTheDefaultFirst() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "chosen");
    Instr chosen = Graphs.only(graph, Opcodes.LOOKUPSWITCH);
    assertEquals(new Operand.Switch(List.of(1, 2, 3, 1000)), chosen.operand());
    List<Block> successors = graph.entry().successors();
    assertEquals(5, successors.size());
    assertSame(successors.get(1), successors.get(3), "three keys lead to one block");
    assertEquals(1, successors.get(1).preds().size(), "which has one predecessor");
  }

  // --- objects under construction

  @Test
  void anObjectUnderConstructionIsNeverInAPhi() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "element");
    Instr allocation = Graphs.only(graph, Opcodes.NEW);
    for (Instr call : Graphs.all(graph, Opcodes.INVOKESPECIAL)) {
      assertSame(allocation, call.input(0));
    }
    Graph loop =
        Graphs.assemble(
            "(I)Ljava/lang/Object;",
            code -> {
              Label head = new Label();
              Label done = new Label();
              code.visitTypeInsn(Opcodes.NEW, "Foo");
              code.visitInsn(Opcodes.DUP);
              code.visitVarInsn(Opcodes.ASTORE, 1);
              code.visitLabel(head);
              code.visitIincInsn(0, -1);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFLE, done);
              code.visitJumpInsn(Opcodes.GOTO, head);
              code.visitLabel(done);
              code.visitMethodInsn(Opcodes.INVOKESPECIAL, "Foo", "<init>", "()V", false);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitInsn(Opcodes.ARETURN);
            });
    assertEquals(1, Graphs.all(loop, Op.PHI).size(), "the counter alone");
    assertSame(Graphs.only(loop, Opcodes.NEW), Graphs.only(loop, Opcodes.ARETURN).input(0));
  }

  @Test
  void theReceiverOfAConstructorIsOneValueBeforeAndAfter() throws UnsupportedMethodException {
    MethodNode method =
        Graphs.method(
            Opcodes.V1_8,
            "<init>",
            "(Z)V",
            code -> {
              Label other = new Label();
              Label meet = new Label();
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitVarInsn(Opcodes.ILOAD, 1);
              code.visitJumpInsn(Opcodes.IFEQ, other);
              code.visitInsn(Opcodes.ICONST_1);
              code.visitJumpInsn(Opcodes.GOTO, meet);
              code.visitLabel(other);
              code.visitInsn(Opcodes.ICONST_2);
              code.visitLabel(meet);
              code.visitInsn(Opcodes.POP);
              code.visitMethodInsn(
                  Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
              code.visitInsn(Opcodes.RETURN);
            });
    Graph graph = Graphs.verified(MethodSource.of(Graphs.OWNER, 52, method));
    assertSame(graph.params().get(0), Graphs.only(graph, Opcodes.INVOKESPECIAL).input(0));
    assertEquals(ValueType.ref(Graphs.OWNER), graph.params().get(0).type());
    assertTrue(graph.isConstructor());
  }

  // --- control flow

  @Test
  void aLoopBackToTheFirstInstructionLeavesTheEntryWithoutPredecessors()
      throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "(I)V",
            code -> {
              Label head = new Label();
              code.visitLabel(head);
              code.visitIincInsn(0, -1);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFGT, head);
              code.visitInsn(Opcodes.RETURN);
            });
    assertEquals(Opcodes.GOTO, graph.entry().terminator().op());
    assertEquals(
        List.of(graph.params().get(0), Graphs.only(graph, Opcodes.IADD)),
        Graphs.only(graph, Op.PHI).inputs());
  }

  @Test
  void codeThatCannotBeReachedVanishes() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "()V",
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, end, handler, null);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(start);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "never", "()V", false);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(end);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            });
    assertEquals(1, graph.blocks().size());
    assertEquals(List.of(), Graphs.all(graph, Op.CATCH));
  }

  // --- what is asked along

  private static final BlockFrequencies COUNTED =
      new BlockFrequencies() {
        @Override
        public double calls() {
          return 7;
        }

        @Override
        public double at(int site) {
          return 100 + site;
        }
      };

  @Test
  void blocksPutInFrontRunAsOftenAsTheMethod() throws UnsupportedMethodException {
    MethodNode method =
        Graphs.method(Opcodes.V1_5, "m", "()V", code -> code.visitInsn(Opcodes.RETURN));
    AbstractInsnNode first = method.instructions.getFirst();
    while (first.getOpcode() < 0) {
      first = first.getNext();
    }
    LabelNode start = new LabelNode();
    method.instructions.insertBefore(first, new InsnNode(Opcodes.ICONST_0));
    method.instructions.insertBefore(first, new JumpInsnNode(Opcodes.IFEQ, start));
    method.instructions.insertBefore(
        first, new MethodInsnNode(Opcodes.INVOKESTATIC, "Foo", "bar", "()V"));
    method.instructions.insertBefore(first, start);
    Graph graph =
        Graphs.verified(
            MethodSource.of(Graphs.OWNER, 49, method)
                .withSites(Map.of(first, 0))
                .withFrequencies(COUNTED));
    assertEquals(7, graph.entry().frequency());
    Block called = Graphs.only(graph, Opcodes.INVOKESTATIC).block();
    assertEquals(-1, requireNonNull(called).frequency(), "not counted");
  }

  @Test
  void instructionsPutInFrontHaveNoSite() throws UnsupportedMethodException {
    MethodNode method =
        Graphs.method(
            Opcodes.V1_8,
            "m",
            "()V",
            code -> {
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "bar", "()V", false);
              code.visitInsn(Opcodes.RETURN);
            });
    Map<AbstractInsnNode, Integer> sites = new HashMap<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() >= 0) {
        sites.put(node, sites.size());
      }
    }
    method.instructions.insert(new InsnNode(Opcodes.MONITOREXIT));
    method.instructions.insert(new InsnNode(Opcodes.ACONST_NULL));
    MethodSource source =
        MethodSource.of(Graphs.OWNER, 52, method)
            .withSites(sites)
            .withSourceFile("Target.java")
            .withFrequencies(COUNTED);
    Graph graph = Graphs.verified(source);
    assertEquals(Instr.NO_SITE, Graphs.only(graph, Opcodes.MONITOREXIT).site());
    Instr call = Graphs.only(graph, Opcodes.INVOKESTATIC);
    assertEquals(0, call.site());
    assertEquals(100, graph.entry().frequency(), "that of the first original instruction");
    assertEquals("Target.java", call.position().sourceFile());
  }

  @Test
  void linesAreKept() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "ternary");
    int line = Graphs.only(graph, Opcodes.IRETURN).position().line();
    assertTrue(line > 0);
    assertEquals(line, Graphs.only(graph, Op.PHI).position().line());
  }

  /** The VM leaves the monitor of a synchronized method there, which may have been left before. */
  // --- refusals

  @Test
  void whatCannotBeBuiltIsRefusedWithAReason() {
    MethodNode subroutine =
        Graphs.method(
            Opcodes.V1_4,
            "m",
            "()V",
            code -> {
              Label routine = new Label();
              code.visitJumpInsn(Opcodes.JSR, routine);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(routine);
              code.visitVarInsn(Opcodes.ASTORE, 0);
              code.visitVarInsn(Opcodes.RET, 0);
            });
    assertEquals("it has subroutines (jsr, ret)", reason(MethodSource.of("T", 48, subroutine)));
    MethodNode missing = new MethodNode(Opcodes.ACC_ABSTRACT, "m", "()V", null, null);
    assertEquals("it has no code", reason(MethodSource.of("T", 52, missing)));
    MethodNode large =
        Graphs.method(
            Opcodes.V1_5,
            "m",
            "()V",
            code -> {
              for (int i = 0; i < 3; i++) {
                code.visitInsn(Opcodes.NOP);
              }
              code.visitInsn(Opcodes.RETURN);
            });
    assertEquals(
        "it has 4 instructions, over the limit of 3",
        reason(MethodSource.of("T", 49, large).withMaxInstructions(3)));
  }

  @Test
  void codeThatWouldNotVerifyIsRefused() {
    MethodNode underflow = new MethodNode(Opcodes.ACC_STATIC, "m", "()V", null, null);
    underflow.visitInsn(Opcodes.POP);
    underflow.visitInsn(Opcodes.RETURN);
    assertEquals("its operand stack underflows", reason(MethodSource.of("T", 52, underflow)));
    MethodNode undefined = new MethodNode(Opcodes.ACC_STATIC, "m", "()I", null, null);
    undefined.visitVarInsn(Opcodes.ILOAD, 0);
    undefined.visitInsn(Opcodes.IRETURN);
    undefined.visitMaxs(1, 1);
    assertEquals("local 0 is read but not defined", reason(MethodSource.of("T", 52, undefined)));
    MethodNode endless = new MethodNode(Opcodes.ACC_STATIC, "m", "()V", null, null);
    endless.visitInsn(Opcodes.NOP);
    assertEquals(
        "control falls off the end of its code", reason(MethodSource.of("T", 52, endless)));
  }

  private static String reason(MethodSource source) {
    return assertThrows(UnsupportedMethodException.class, () -> GraphBuilder.build(source))
        .reason();
  }
}
