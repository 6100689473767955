package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ResolvedReferencesTest {
  private static final String HANDLE = "java/lang/invoke/MethodHandle";
  private static final String VARIABLE = "java/lang/invoke/VarHandle";

  private final ClassWriter writer = new ClassWriter(0);
  private final MethodVisitor code;

  ResolvedReferencesTest() {
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Subject", null, "java/lang/Object", null);
    code = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
    code.visitCode();
  }

  @Test
  void aConstantCountsOnceHoweverOftenItIsLoaded() {
    code.visitLdcInsn("text");
    code.visitLdcInsn("text");
    code.visitLdcInsn("other");
    code.visitLdcInsn(5_000_000L);
    assertEquals(2, count());
  }

  @Test
  void eachCallSiteCountsThoughTheyShareAConstant() {
    Handle bootstrap = new Handle(Opcodes.H_INVOKESTATIC, "Subject", "b", "()V", false);
    code.visitInvokeDynamicInsn("site", "()V", bootstrap);
    code.visitInvokeDynamicInsn("site", "()V", bootstrap);
    assertEquals(3, count()); // with the handle
  }

  @Test
  void aMethodOfAHandleCountsOncePerType() {
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "invokeExact", "()V", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "invokeExact", "()V", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "invokeExact", "(I)V", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, VARIABLE, "getAndAdd", "(I)I", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "invokeBasic", "()V", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "type", "()Ljava/lang/Object;", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "other/Handle", "invoke", "()V", false);
    assertEquals(3, count());
  }

  @Test
  void aClassWithoutThemHasNone() {
    assertEquals(0, count());
  }

  @Test
  void whatIsNoClassFileIsRefused() {
    byte[] damaged = {(byte) 0xca, (byte) 0xfe, 0, 0, 0, 0, 0, 61, 0, 9, 1};
    assertThrows(IllegalArgumentException.class, () -> ResolvedReferences.count(damaged));
  }

  private int count() {
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(2, 0);
    code.visitEnd();
    return ResolvedReferences.count(writer.toByteArray());
  }
}
