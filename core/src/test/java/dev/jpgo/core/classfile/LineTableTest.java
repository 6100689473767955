package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LineTableTest {
  @Test
  void tablesAreTheSameIfEveryInstructionHasTheSameLine() {
    LineTable table = table(0, 7, "a", "A.java");
    assertEquals(7, table.line("m", "()V", 0, null));
    assertTrue(table.isSame(table(0, 7, "a", "A.java")));
    assertFalse(table.isSame(table(1, 7, "a", "A.java")), "moved");
    assertFalse(table.isSame(table(0, 8, "a", "A.java")), "another line");
    assertFalse(table.isSame(table(0, 7, "b", "A.java")), "an overload that calls another method");
    assertFalse(table.isSame(table(0, 7, "a", "B.java")), "another file");
  }

  @Test
  void whatVersionsShareIsOnlyWhatTheyHaveInCommon() {
    LineTable table = table(0, 7, "a", "A.java");
    LineTable earlier = table(0, 7, "b", "A.java");
    table.share(earlier);
    assertTrue(table.isSame(table(0, 7, "a", "A.java")));
    assertTrue(earlier.isSame(table(0, 7, "b", "A.java")));
    assertEquals(7, table.line("m", null, 0, "a"));
    assertEquals(7, earlier.line("m", null, 0, "b"));
    assertEquals(17, table.line("m", null, 0, "c"));
  }

  /** A method with overloads, which are told apart by what they call. */
  private static LineTable table(int before, int line, String callee, String file) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "p/A", null, "java/lang/Object", null);
    writer.visitSource(file, null);
    method(writer, "()V", before, line, callee);
    method(writer, "(I)V", before, line + 10, "c");
    writer.visitEnd();
    return LineTable.read(writer.toByteArray());
  }

  private static void method(
      ClassWriter writer, String descriptor, int before, int line, String callee) {
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "m", descriptor, null, null);
    method.visitCode();
    Label start = new Label();
    method.visitLabel(start);
    method.visitLineNumber(line, start);
    for (int i = 0; i < before; i++) {
      method.visitInsn(Opcodes.NOP);
    }
    method.visitMethodInsn(Opcodes.INVOKESTATIC, "p/B", callee, "()V", false);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 1);
    method.visitEnd();
  }
}
