package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** {@code StackFrameInfo.toStackTraceElement}: repairs file and line of an older version. */
public final class StackFrameInfoPatch extends MethodsPatch {
  private static final String INFO = "java/lang/StackFrameInfo";
  private static final String OBJECT = "Ljava/lang/Object;";

  /** The field that has the method's type, in some form. */
  private String signature = "";

  public StackFrameInfoPatch() {
    super(INFO, 1);
  }

  /** {@code memberName} in 17, {@code type} in 25. */
  @Override
  void field(String name, String descriptor) {
    if (descriptor.equals(OBJECT) && (name.equals("memberName") || name.equals("type"))) {
      signature = name;
    }
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    if (!name.equals("toStackTraceElement") || signature.isEmpty()) {
      return null;
    }
    return new AfterCall(
        name,
        "java/lang/StackTraceElement",
        "of",
        "(L" + INFO + ";)Ljava/lang/StackTraceElement;",
        3,
        next) {
      @Override
      void insert() {
        visitVarInsn(Opcodes.ALOAD, 0);
        visitMethodInsn(
            Opcodes.INVOKEVIRTUAL, INFO, "declaringClass", "()Ljava/lang/Class;", false);
        visitVarInsn(Opcodes.ALOAD, 0);
        visitVarInsn(Opcodes.ALOAD, 0);
        visitMethodInsn(
            Opcodes.INVOKEVIRTUAL, INFO, "getMethodName", "()Ljava/lang/String;", false);
        visitInsn(Opcodes.POP); // 25 fills in the type together with the name
        visitVarInsn(Opcodes.ALOAD, 0);
        visitFieldInsn(Opcodes.GETFIELD, INFO, signature, OBJECT);
        callRuntime(
            HookNames.TRACES,
            "frame",
            "(Ljava/lang/StackTraceElement;Ljava/lang/Class;Ljava/lang/StackWalker$StackFrame;"
                + OBJECT
                + ")Ljava/lang/StackTraceElement;");
      }
    };
  }
}
