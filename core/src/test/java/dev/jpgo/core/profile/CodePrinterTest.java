package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Printer;

class CodePrinterTest {
  @Test
  void instructionsAreNumberedAndLabelsNamedWhereTheyAreUsed() {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "m", "(I)I", null, null);
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label unused = new Label();
    method.visitTryCatchBlock(start, end, handler, "java/lang/Exception");
    method.visitLabel(unused);
    method.visitLineNumber(12, unused);
    method.visitLabel(start);
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitJumpInsn(Opcodes.IFEQ, end);
    method.visitLdcInsn("a\n\"b\"");
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    method.visitInsn(Opcodes.IRETURN);
    method.visitLabel(end);
    method.visitLineNumber(65535, end);
    method.visitIincInsn(0, -1);
    method.visitInsn(Opcodes.ICONST_0);
    method.visitInsn(Opcodes.IRETURN);
    method.visitLabel(handler);
    method.visitInsn(Opcodes.ATHROW);
    assertEquals(
        """
              // line 12
        L1:
           0: iload 0
           1: ifeq L0
           2: ldc "a\\n\\"b\\""
           3: invokevirtual java/lang/String.length()I
           4: ireturn
        L0:
              // p.Box.get(Box.java:7)
           5: iinc 0 -1
           6: iconst_0
           7: ireturn
        L2:
           8: athrow
              L1 to L0 java/lang/Exception -> L2
        """,
        CodePrinter.print(method, Map.of(65535, "p.Box.get(Box.java:7)"), true));
  }

  @Test
  void hiddenStringsShowTheirLengthAlone() {
    MethodNode method = new MethodNode();
    method.visitLdcInsn("secret");
    Handle bootstrap = new Handle(Opcodes.H_INVOKESTATIC, "p/B", "b", "()V", false);
    method.visitLdcInsn(new ConstantDynamic("d", "I", bootstrap, "secret"));
    method.visitInvokeDynamicInsn("m", "()V", bootstrap, "secret");
    assertEquals(
        """
           0: ldc a string of 6
           1: ldc dI by p/B.b
           2: invokedynamic m()V by p/B.b
        """,
        CodePrinter.print(method, Map.of(), false));
  }

  @Test
  void everyOpcodeHasItsName() {
    for (int opcode = 0; opcode <= Opcodes.IFNONNULL; opcode++) {
      if (Printer.OPCODES[opcode].matches("[AILFD](LOAD|STORE)_[0-3]")) {
        continue; // ASM's nodes have the long forms alone
      }
      MethodNode method = new MethodNode();
      method.instructions.add(new InsnNode(opcode));
      assertEquals(
          "   0: " + Printer.OPCODES[opcode].toLowerCase(Locale.ROOT) + "\n",
          CodePrinter.print(method, Map.of(), true));
    }
  }
}
