package dev.jpgo.core.jdk;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Inserts instructions into one method and counts the places. */
abstract class MethodPatch extends MethodVisitor {
  final String method;

  /** How many places there must be. */
  final int expected;

  /** How many there were. */
  int insertions;

  private final int extraStack;

  /**
   * @param method name of the method, for messages
   * @param expected how many places there must be
   * @param extraStack words by which insertions may exceed the operand stack that the code needs
   */
  MethodPatch(String method, int expected, int extraStack, MethodVisitor next) {
    super(Opcodes.ASM9, next);
    this.method = method;
    this.expected = expected;
    this.extraStack = extraStack;
  }

  /** A call of a static method of the runtime. */
  final void callRuntime(String owner, String name, String descriptor) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(maxStack + extraStack, maxLocals);
  }
}
