package dev.jpgo.core.jdk;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Puts a call of a native method that asks another thread between {@code JpgoAsking}'s. */
final class AskingCall {
  private AskingCall() {}

  /**
   * Writes the call and, behind it, a jump over its handler.
   *
   * @param code receives the instructions
   * @param opcode the call itself, as it is visited
   * @param locals what the local variables hold
   * @param result the type that the call gives; alone on the stack then, as at the end
   */
  static void write(
      MethodVisitor code,
      int opcode,
      String owner,
      String name,
      String descriptor,
      Object[] locals,
      String result) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label next = new Label();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.ASKING, "begin", "()V", false);
    code.visitLabel(start);
    code.visitMethodInsn(opcode, owner, name, descriptor, false);
    code.visitLabel(end);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.ASKING, "end", "()V", false);
    code.visitJumpInsn(Opcodes.GOTO, next);
    code.visitLabel(handler);
    Object[] thrown = {"java/lang/Throwable"};
    code.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, thrown);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, HookNames.ASKING, "end", "()V", false);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(next);
    code.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, new Object[] {result});
  }
}
