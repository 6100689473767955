package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/** Types of what paths merge, in code without frames. */
class PhiTypesTest {
  private static MethodNode twoExceptions(int version) {
    MethodNode method =
        Graphs.method(
            version,
            "m",
            "(Z)Ljava/lang/Object;",
            code -> {
              Label other = new Label();
              Label meet = new Label();
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFEQ, other);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "a", "()[LA;", false);
              code.visitVarInsn(Opcodes.ASTORE, 1);
              code.visitJumpInsn(Opcodes.GOTO, meet);
              code.visitLabel(other);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "b", "()[LB;", false);
              code.visitVarInsn(Opcodes.ASTORE, 1);
              code.visitLabel(meet);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitInsn(Opcodes.AALOAD);
              code.visitInsn(Opcodes.ARETURN);
            });
    method.instructions.forEach(
        node -> {
          if (node.getType() == AbstractInsnNode.FRAME) {
            method.instructions.remove(node);
          }
        });
    return method;
  }

  @Test
  void withoutFramesTypesAreMergedByTheHierarchy() throws UnsupportedMethodException {
    MethodSource source =
        MethodSource.of(Graphs.OWNER, 52, twoExceptions(Opcodes.V1_8))
            .withMerger((first, second) -> "Base");
    Graph graph = Graphs.verified(source);
    assertEquals(ValueType.ref("[LBase;"), Graphs.only(graph, Op.PHI).type());
    assertEquals(ValueType.ref("Base"), Graphs.only(graph, Opcodes.AALOAD).type());
    assertTrue(graph.typesComplete());
  }

  @Test
  void anUnknownHierarchyIsRefusedOnlyWhereFramesAreNeeded() throws UnsupportedMethodException {
    Graph old = Graphs.verified(MethodSource.of(Graphs.OWNER, 50, twoExceptions(Opcodes.V1_6)));
    assertFalse(old.typesComplete());
    MethodSource newer = MethodSource.of(Graphs.OWNER, 52, twoExceptions(Opcodes.V1_8));
    assertThrows(UnsupportedMethodException.class, () -> GraphBuilder.build(newer));
    Graph older = Graphs.verified(MethodSource.of(Graphs.OWNER, 49, twoExceptions(Opcodes.V1_5)));
    assertFalse(older.typesComplete());
    assertEquals(ValueType.OBJECT, Graphs.only(older, Op.PHI).type());
  }

  /** The VM would find the frame wrong, and look at the code. */
  @Test
  void framesOfVersion50AreNotBelieved() throws UnsupportedMethodException {
    MethodNode method =
        Graphs.method(
            Opcodes.V1_6,
            "m",
            "()Ljava/lang/Object;",
            code -> {
              Label head = new Label();
              code.visitFieldInsn(Opcodes.GETSTATIC, "Foo", "base", "LBase;");
              code.visitVarInsn(Opcodes.ASTORE, 0);
              code.visitLabel(head);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitTypeInsn(Opcodes.CHECKCAST, "Below");
              code.visitVarInsn(Opcodes.ASTORE, 0);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitJumpInsn(Opcodes.IFNULL, head);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitInsn(Opcodes.ARETURN);
            });
    method.instructions.forEach(
        node -> {
          if (node instanceof FrameNode frame) {
            frame.local = List.of("Below");
          }
        });
    TypeMerger merger = (first, second) -> "Base";
    MethodSource newer = MethodSource.of(Graphs.OWNER, 51, method).withMerger(merger);
    assertEquals(ValueType.ref("Below"), Graphs.only(Graphs.verified(newer), Op.PHI).type());
    for (int version : new int[] {49, 50}) {
      MethodSource older = MethodSource.of(Graphs.OWNER, version, method).withMerger(merger);
      assertEquals(ValueType.ref("Base"), Graphs.only(Graphs.verified(older), Op.PHI).type());
    }
  }

  /** An object of one of two classes, which is used twice. */
  private static MethodNode eitherUsed(String descriptor, Consumer<MethodVisitor> uses) {
    MethodNode method =
        Graphs.method(
            Opcodes.V1_5,
            "m",
            descriptor,
            code -> {
              Label other = new Label();
              Label meet = new Label();
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFEQ, other);
              code.visitFieldInsn(Opcodes.GETSTATIC, "Foo", "a", "LA;");
              code.visitVarInsn(Opcodes.ASTORE, 1);
              code.visitJumpInsn(Opcodes.GOTO, meet);
              code.visitLabel(other);
              code.visitFieldInsn(Opcodes.GETSTATIC, "Foo", "b", "LB;");
              code.visitVarInsn(Opcodes.ASTORE, 1);
              code.visitLabel(meet);
              uses.accept(code);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitInsn(Opcodes.ARETURN);
            });
    return method;
  }

  @Test
  void anUnknownHierarchyIsNotNeededWhereAllUsesAskForTheSame() throws UnsupportedMethodException {
    List<Consumer<MethodVisitor>> uses =
        List.of(
            code -> {},
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "Base", "a", "()V", false);
            },
            code -> {
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Foo", "b", "(ILBase;)V", false);
            },
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitFieldInsn(Opcodes.PUTSTATIC, "Foo", "c", "LBase;");
            },
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitFieldInsn(Opcodes.PUTFIELD, "Base", "d", "LBase;");
            });
    for (Consumer<MethodVisitor> use : uses) {
      MethodNode method = eitherUsed("(Z)LBase;", use);
      Graph graph = Graphs.verified(MethodSource.of(Graphs.OWNER, 61, method));
      assertEquals(ValueType.ref("Base"), Graphs.only(graph, Op.PHI).type());
      assertTrue(graph.typesComplete());
    }
  }

  @Test
  void anUnknownHierarchyIsRefusedWhereUsesDiffer() {
    List<Consumer<MethodVisitor>> uses =
        List.of(
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "Other", "a", "()V", true);
            },
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitTypeInsn(Opcodes.CHECKCAST, "Base");
              code.visitInsn(Opcodes.POP);
            },
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitFieldInsn(Opcodes.PUTFIELD, "Holder", "d", "LBase;");
            });
    for (Consumer<MethodVisitor> use : uses) {
      MethodSource source = MethodSource.of(Graphs.OWNER, 61, eitherUsed("(Z)LBase;", use));
      assertEquals(
          "it merges types that no frame describes",
          assertThrows(UnsupportedMethodException.class, () -> GraphBuilder.build(source))
              .reason());
    }
  }
}
