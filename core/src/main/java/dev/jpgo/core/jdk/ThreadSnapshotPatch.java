package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * {@code ThreadSnapshot.of}, from which JDK 25 makes the thread dumps that are written to a file:
 * the VM fills in the trace, asking the thread.
 */
public final class ThreadSnapshotPatch extends MethodsPatch {
  private static final String NAME = "jdk/internal/vm/ThreadSnapshot";
  private static final String ELEMENTS = "[Ljava/lang/StackTraceElement;";

  public ThreadSnapshotPatch() {
    super(NAME, 1);
  }

  @Override
  public boolean inBaseModule() {
    return false; // not in every JDK
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return name.equals("of") ? new Of(next) : null;
  }

  private static final class Of extends MethodPatch {
    private static final Object[] LOCALS = {"java/lang/Thread"};

    Of(MethodVisitor next) {
      super("of", 1, 3, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (!owner.equals(NAME) || !name.equals("create")) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        return;
      }
      insertions++;
      AskingCall.write(mv, opcode, owner, name, descriptor, LOCALS, NAME);
      Label none = new Label();
      super.visitInsn(Opcodes.DUP);
      super.visitJumpInsn(Opcodes.IFNULL, none);
      super.visitInsn(Opcodes.DUP);
      super.visitInsn(Opcodes.DUP);
      super.visitFieldInsn(Opcodes.GETFIELD, NAME, "stackTrace", ELEMENTS);
      callRuntime(HookNames.TRACES, "dumped", "(" + ELEMENTS + ")" + ELEMENTS);
      super.visitFieldInsn(Opcodes.PUTFIELD, NAME, "stackTrace", ELEMENTS);
      super.visitLabel(none);
      super.visitFrame(Opcodes.F_FULL, LOCALS.length, LOCALS, 1, new Object[] {NAME});
    }
  }
}
