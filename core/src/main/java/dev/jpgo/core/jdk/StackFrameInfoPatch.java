package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** {@code StackFrameInfo.toStackTraceElement}: repairs file and line of an older version. */
public final class StackFrameInfoPatch extends JdkPatch {
  private static final String INFO = "java/lang/StackFrameInfo";

  public StackFrameInfoPatch() {
    super(INFO, 1);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    if (!name.equals("toStackTraceElement")) {
      return null;
    }
    return new AfterCall(
        name,
        "java/lang/StackTraceElement",
        "of",
        "(L" + INFO + ";)Ljava/lang/StackTraceElement;",
        2,
        next) {
      @Override
      void insert() {
        visitVarInsn(Opcodes.ALOAD, 0);
        visitMethodInsn(
            Opcodes.INVOKEVIRTUAL, INFO, "declaringClass", "()Ljava/lang/Class;", false);
        visitVarInsn(Opcodes.ALOAD, 0);
        callRuntime(
            HookNames.TRACES,
            "frame",
            "(Ljava/lang/StackTraceElement;Ljava/lang/Class;Ljava/lang/StackWalker$StackFrame;)"
                + "Ljava/lang/StackTraceElement;");
      }
    };
  }
}
