package dev.jpgo.agent.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.classfile.LineTable;
import java.lang.ref.ReferenceQueue;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ClassLinesTest {
  private final ClassLines record = new ClassLines(String.class, new ReferenceQueue<>());

  @Test
  void aClassFromAFileIsCountedFromZero() {
    versions(10, 20, 30);
    assertEquals(10, line(0));
    assertEquals(30, line(2));
    assertEquals(LineTable.UNKNOWN, line(3));
  }

  @Test
  void aClassFromAnArchiveIsCountedFromItsNumber() {
    record.archived(7);
    versions(10, 20, 30);
    assertEquals(20, line(8));
    assertEquals(10, line(7));
    assertEquals(30, line(9));
    assertEquals(LineTable.UNKNOWN, line(10));
    assertEquals(LineTable.UNKNOWN, line(0));
  }

  @Test
  void aClassOfTheJdkThatIsNotFromTheArchiveIsCountedFromZero() {
    record.archived(7);
    versions(10, 20, 30);
    assertEquals(10, line(0));
    assertEquals(20, line(1));
  }

  @Test
  void whereBothAreToBeHadTheyMustAgree() {
    record.archived(1);
    versions(10, 20, 20, 40);
    assertEquals(LineTable.UNKNOWN, line(1));
    assertEquals(20, line(2));
    assertEquals(10, line(0)); // only a file's first version
    assertEquals(20, line(1));
    assertEquals(40, line(3));
  }

  @Test
  void theNewestVersionMayNotBeCountedYet() {
    record.archived(2);
    versions(10, 20);
    assertEquals(LineTable.UNKNOWN, line(2)); // the archive's first, or one to come
    assertEquals(20, line(3)); // only the archive's second
    assertEquals(10, line(2));
  }

  @Test
  void aFrameThatIsNotOfTheNewestVersionTellsMore() {
    record.archived(2);
    versions(10, 20);
    assertEquals(LineTable.UNKNOWN, line(2));
    record.older(2);
    assertEquals(10, line(2));
  }

  @Test
  void aVersionWithoutLinesDisagreesWhereTheVersionIsNotKnown() {
    versions(20, 20);
    assertEquals(20, line(-1));
    versions(0);
    assertEquals(LineTable.UNKNOWN, line(-1));
    assertEquals(20, line(1));
  }

  private int line(int version) {
    return record.line(version, "m", "()V", 0, null);
  }

  private void versions(int... lines) {
    for (int line : lines) {
      ClassWriter writer = new ClassWriter(0);
      writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Subject", null, "java/lang/Object", null);
      MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
      code.visitCode();
      Label start = new Label();
      code.visitLabel(start);
      if (line > 0) {
        code.visitLineNumber(line, start);
      }
      code.visitInsn(Opcodes.RETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
      record.add(LineTable.read(writer.toByteArray()));
    }
  }
}
