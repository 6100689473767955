package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** {@code Throwable.getOurStackTrace}: repairs the trace the first time it is asked for. */
public final class ThrowablePatch extends MethodsPatch {
  public ThrowablePatch() {
    super("java/lang/Throwable", 1);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return name.equals("getOurStackTrace") ? new Traced(next) : null;
  }

  private static final class Traced extends MethodPatch {
    Traced(MethodVisitor next) {
      super("getOurStackTrace", 1, 1, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if (owner.equals("java/lang/StackTraceElement")
          && name.equals("of")
          && descriptor.endsWith("I)[Ljava/lang/StackTraceElement;")) {
        insertions++;
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(
            Opcodes.GETFIELD, "java/lang/Throwable", "backtrace", "Ljava/lang/Object;");
        callRuntime(
            HookNames.TRACES,
            "thrown",
            "([Ljava/lang/StackTraceElement;Ljava/lang/Object;)[Ljava/lang/StackTraceElement;");
      }
    }
  }
}
