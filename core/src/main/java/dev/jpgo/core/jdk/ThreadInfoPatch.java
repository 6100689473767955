package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** {@code ThreadInfo.initialize}: the VM passes in the trace. */
public final class ThreadInfoPatch extends MethodsPatch {
  private static final String ELEMENTS = "[Ljava/lang/StackTraceElement;";

  /** After {@code this}, Thread, int, Object, Thread and four longs. */
  private static final int TRACE = 13;

  public ThreadInfoPatch() {
    super("java/lang/management/ThreadInfo", 1);
  }

  @Override
  public boolean inBaseModule() {
    return false;
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return name.equals("initialize")
            && descriptor.startsWith(
                "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ" + ELEMENTS)
        ? new Initialize(next)
        : null;
  }

  private static final class Initialize extends MethodPatch {
    Initialize(MethodVisitor next) {
      super("initialize", 1, 1, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      insertions++;
      super.visitVarInsn(Opcodes.ALOAD, TRACE);
      callRuntime(HookNames.TRACES, "dumped", "(" + ELEMENTS + ")" + ELEMENTS);
      super.visitVarInsn(Opcodes.ASTORE, TRACE);
    }
  }
}
