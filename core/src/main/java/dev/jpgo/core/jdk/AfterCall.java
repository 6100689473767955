package dev.jpgo.core.jdk;

import org.objectweb.asm.MethodVisitor;

/** Inserts instructions after every call of one method. */
abstract class AfterCall extends MethodPatch {
  private final String owner;
  private final String name;
  private final String descriptor;

  AfterCall(
      String method,
      String owner,
      String name,
      String descriptor,
      int extraStack,
      MethodVisitor next) {
    super(method, 1, extraStack, next);
    this.owner = owner;
    this.name = name;
    this.descriptor = descriptor;
  }

  /** Writes the instructions; the call's result is on the operand stack. */
  abstract void insert();

  @Override
  public void visitMethodInsn(
      int opcode, String calledOwner, String calledName, String called, boolean isInterface) {
    super.visitMethodInsn(opcode, calledOwner, calledName, called, isInterface);
    if (calledName.equals(name) && called.equals(descriptor) && calledOwner.equals(owner)) {
      insertions++;
      insert();
    }
  }
}
