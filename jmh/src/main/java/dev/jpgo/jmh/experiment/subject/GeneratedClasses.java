package dev.jpgo.jmh.experiment.subject;

import java.util.function.IntUnaryOperator;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes like those of a large application: {@value #METHODS} methods and one that calls them. */
final class GeneratedClasses extends ClassLoader {
  /** Methods of a class, besides its constructor and the one that calls them all. */
  static final int METHODS = 20;

  private static final String OPERATOR = "java/util/function/IntUnaryOperator";

  /** An instance of class {@code number}; applying it calls each method once. */
  IntUnaryOperator make(int number) throws ReflectiveOperationException {
    byte[] bytes = bytes("generated/Class" + number);
    Class<?> type = defineClass(null, bytes, 0, bytes.length);
    return (IntUnaryOperator) type.getDeclaredConstructor().newInstance();
  }

  private static byte[] bytes(String name) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", new String[] {OPERATOR});
    MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    callAll(writer.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null), name);
    for (int method = 0; method < METHODS; method++) {
      body(writer.visitMethod(Opcodes.ACC_PUBLIC, "method" + method, "(II)I", null, null), method);
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void callAll(MethodVisitor code, String name) {
    code.visitVarInsn(Opcodes.ILOAD, 1);
    for (int method = 0; method < METHODS; method++) {
      code.visitVarInsn(Opcodes.ISTORE, 1);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(Opcodes.ILOAD, 1);
      code.visitIntInsn(Opcodes.BIPUSH, method);
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, name, "method" + method, "(II)I", false);
    }
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
  }

  /** Too long for a leaf that goes without a counter, with a branch and a call. */
  private static void body(MethodVisitor code, int method) {
    Label second = new Label();
    for (int i = 0; i < 4; i++) {
      code.visitVarInsn(Opcodes.ILOAD, 1);
      code.visitIntInsn(Opcodes.BIPUSH, method + i);
      code.visitInsn(Opcodes.IXOR);
      code.visitVarInsn(Opcodes.ILOAD, 2);
      code.visitInsn(Opcodes.IADD);
      code.visitVarInsn(Opcodes.ISTORE, 1);
    }
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "abs", "(I)I", false);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitJumpInsn(Opcodes.IF_ICMPLT, second);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(second);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
  }
}
