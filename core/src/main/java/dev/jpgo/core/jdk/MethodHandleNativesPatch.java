package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * {@code MethodHandleNatives.linkCallSite}: at its entry returns what an earlier version of the
 * class was linked to, at its returns records what it linked. The branch at the entry needs the one
 * frame that this package writes: the method's initial one, which the frames that follow are
 * relative to anyway.
 */
public final class MethodHandleNativesPatch extends JdkPatch {
  private static final String MEMBER_NAME = "java/lang/invoke/MemberName";
  private static final String OBJECT = "Ljava/lang/Object;";

  public MethodHandleNativesPatch() {
    super("java/lang/invoke/MethodHandleNatives", 1);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    if (!name.equals("linkCallSite") || !descriptor.endsWith(")L" + MEMBER_NAME + ";")) {
      return null;
    }
    Type[] arguments = Type.getArgumentTypes(descriptor);
    // 17 has the index of the constant after the caller
    int shift = arguments.length == 7 && arguments[1] == Type.INT_TYPE ? 1 : 0;
    return arguments.length == 6 + shift ? new Link(shift, next) : null;
  }

  private static final class Link extends MethodPatch {
    private static final int FREE = 20;
    private final int shift;

    Link(int shift, MethodVisitor next) {
      super("linkCallSite", 2, 7, next);
      this.shift = shift;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label link = new Label();
      loadArguments();
      callRuntime(
          HookNames.LINKAGE,
          "find",
          "(" + OBJECT + OBJECT + OBJECT + OBJECT + OBJECT + "[" + OBJECT + ")" + OBJECT);
      super.visitTypeInsn(Opcodes.CHECKCAST, MEMBER_NAME);
      super.visitVarInsn(Opcodes.ASTORE, FREE);
      super.visitVarInsn(Opcodes.ALOAD, FREE);
      super.visitJumpInsn(Opcodes.IFNULL, link);
      super.visitVarInsn(Opcodes.ALOAD, FREE);
      super.visitInsn(Opcodes.ARETURN);
      super.visitLabel(link);
      super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.ARETURN) {
        insertions++;
        loadArguments();
        callRuntime(
            HookNames.LINKAGE,
            "linked",
            "(" + OBJECT + OBJECT + OBJECT + OBJECT + OBJECT + OBJECT + "[" + OBJECT + ")"
                + OBJECT);
        super.visitTypeInsn(Opcodes.CHECKCAST, MEMBER_NAME);
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack, Math.max(maxLocals, FREE + 1));
    }

    private void loadArguments() {
      super.visitVarInsn(Opcodes.ALOAD, 0);
      for (int argument = 1; argument <= 5; argument++) {
        super.visitVarInsn(Opcodes.ALOAD, shift + argument);
      }
    }
  }
}
