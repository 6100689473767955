package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.MethodSource;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

class EdgeSplitterTest {
  private static final String NAME = "Generated";
  private static final String DESCRIPTOR = "(II)I";

  /** Exchanges two variables in each turn; the only way back is that of the switch. */
  private static MethodNode exchanging() {
    MethodNode code =
        new MethodNode(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", DESCRIPTOR, null, null);
    Label loop = new Label();
    Label end = new Label();
    code.visitInsn(Opcodes.ICONST_1);
    code.visitVarInsn(Opcodes.ISTORE, 2);
    code.visitInsn(Opcodes.ICONST_2);
    code.visitVarInsn(Opcodes.ISTORE, 3);
    code.visitLabel(loop);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitVarInsn(Opcodes.ILOAD, 3);
    code.visitVarInsn(Opcodes.ISTORE, 2);
    code.visitVarInsn(Opcodes.ISTORE, 3);
    code.visitIincInsn(0, -1);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFLE, end);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitLookupSwitchInsn(loop, new int[0], new Label[0]);
    code.visitLabel(end);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitIntInsn(Opcodes.BIPUSH, 10);
    code.visitInsn(Opcodes.IMUL);
    code.visitVarInsn(Opcodes.ILOAD, 3);
    code.visitInsn(Opcodes.IADD);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(2, 4);
    return code;
  }

  private static Method emitted() throws Exception {
    MethodNode code =
        Emitter.emit(
            GraphBuilder.build(MethodSource.of(NAME, 49, exchanging())), LineNumbers.ofSource());
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(49, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    code.accept(writer);
    byte[] bytes = writer.toByteArray();
    Class<?> type =
        new ClassLoader(EdgeSplitterTest.class.getClassLoader()) {
          Class<?> define() {
            return defineClass(NAME, bytes, 0, bytes.length);
          }
        }.define();
    return type.getMethod("run", int.class, int.class);
  }

  /** {@code javac} makes one of {@code switch (n) { default: }}. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatASwitchWithNothingButADefaultLeadsToGetsItsValues() throws Exception {
    Method run = emitted();
    assertEquals(21, run.invoke(null, 1, 0));
    assertEquals(12, run.invoke(null, 2, 0));
    assertEquals(21, run.invoke(null, 3, 0));
  }
}
