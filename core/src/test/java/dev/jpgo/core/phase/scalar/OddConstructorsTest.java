package dev.jpgo.core.phase.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Constructors that no compiler of Java makes. */
class OddConstructorsTest {
  private static final String ODD = "dev/jpgo/core/phase/scalar/Odd";

  /** Allowed in a constructor, but in no other method of the class (JVMS 6.5, putfield). */
  @Test
  void aConstructorThatWritesAFinalFieldOfAnotherObjectKeepsItsOwn() {
    Transformed odd = transformed(writing(Opcodes.ACC_FINAL));
    odd.assertSame("run", 5);
    assertEquals(2, odd.count("run", Opcodes.NEW));
  }

  @Test
  void oneThatWritesAnyOtherFieldOfItDoesNot() {
    Transformed odd = transformed(writing(0));
    odd.assertSame("run", 5);
    assertEquals(0, odd.count("run", Opcodes.NEW));
  }

  private static Transformed transformed(byte[] bytes) {
    return new Transformed(
        new TestWorld().define(bytes),
        bytes,
        Transformed.EAGER,
        context ->
            List.of(
                new ScalarReplacement(
                    ScalarReplacementTest.inlining(context.world(), context.owner()))));
  }

  /** A class with {@code Odd(Odd other, int k) { if (other != null) other.k = k; }}. */
  private static byte[] writing(int access) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, ODD, null, "java/lang/Object", null);
    writer.visitField(access, "k", "I", null, null).visitEnd();
    String descriptor = "(L" + ODD + ";I)V";
    MethodVisitor code = writer.visitMethod(0, "<init>", descriptor, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    Label none = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitJumpInsn(Opcodes.IFNULL, none);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitFieldInsn(Opcodes.PUTFIELD, ODD, "k", "I");
    code.visitLabel(none);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    int open = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    code = writer.visitMethod(open, "run", "(I)I", null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, ODD);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, ODD, "<init>", descriptor, false);
    code.visitVarInsn(Opcodes.ASTORE, 1);
    code.visitTypeInsn(Opcodes.NEW, ODD);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, ODD, "<init>", descriptor, false);
    code.visitFieldInsn(Opcodes.GETFIELD, ODD, "k", "I");
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitFieldInsn(Opcodes.GETFIELD, ODD, "k", "I");
    code.visitInsn(Opcodes.IADD);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
