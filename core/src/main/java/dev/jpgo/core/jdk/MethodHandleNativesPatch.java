package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * {@code MethodHandleNatives.linkCallSite} and {@code linkDynamicConstant}: at their entries return
 * what an earlier version of the class was linked to, at their returns record what they linked. The
 * branch at the entry needs the one frame that this package writes: the method's initial one, which
 * the frames that follow are relative to anyway.
 */
public final class MethodHandleNativesPatch extends MethodsPatch {
  private static final String MEMBER_NAME = "java/lang/invoke/MemberName";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String APPENDIX = "[" + OBJECT;

  public MethodHandleNativesPatch() {
    super("java/lang/invoke/MethodHandleNatives", 2);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    // 17 has the index of the constant after the caller
    int shift = arguments.length > 1 && arguments[1] == Type.INT_TYPE ? 1 : 0;
    if (name.equals("linkCallSite")
        && descriptor.endsWith(APPENDIX + ")L" + MEMBER_NAME + ";")
        && arguments.length == 6 + shift) {
      return new Link(name, "find", "linked", APPENDIX, MEMBER_NAME, shift, next);
    }
    return name.equals("linkDynamicConstant")
            && descriptor.endsWith(")" + OBJECT)
            && arguments.length == 5 + shift
        ? new Link(name, "findConstant", "linkedConstant", "", null, shift, next)
        : null;
  }

  private static final class Link extends MethodPatch {
    private static final int FREE = 20;
    private static final String FIVE = OBJECT + OBJECT + OBJECT + OBJECT + OBJECT;

    private final String finds;
    private final String records;
    private final String more;
    private final @Nullable String result;
    private final int shift;

    /**
     * @param finds what the runtime is asked at the entry
     * @param records what it is told at the returns
     * @param more descriptor of an argument behind the five that both methods have, or nothing
     * @param result internal name of what is returned; null for any object, null among them, which
     *     the runtime wraps
     * @param shift number of arguments between the first and the second of these
     */
    Link(
        String method,
        String finds,
        String records,
        String more,
        @Nullable String result,
        int shift,
        MethodVisitor next) {
      super(method, 2, 7, next);
      this.finds = finds;
      this.records = records;
      this.more = more;
      this.result = result;
      this.shift = shift;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label link = new Label();
      loadArguments();
      callRuntime(HookNames.LINKAGE, finds, "(" + FIVE + more + ")" + OBJECT);
      super.visitVarInsn(Opcodes.ASTORE, FREE);
      super.visitVarInsn(Opcodes.ALOAD, FREE);
      super.visitJumpInsn(Opcodes.IFNULL, link);
      super.visitVarInsn(Opcodes.ALOAD, FREE);
      if (result == null) {
        callRuntime(HookNames.LINKAGE, "constant", "(" + OBJECT + ")" + OBJECT);
      }
      cast();
      super.visitInsn(Opcodes.ARETURN);
      super.visitLabel(link);
      super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.ARETURN) {
        insertions++;
        loadArguments();
        callRuntime(HookNames.LINKAGE, records, "(" + OBJECT + FIVE + more + ")" + OBJECT);
        cast();
      }
      super.visitInsn(opcode);
    }

    private void cast() {
      if (result != null) {
        super.visitTypeInsn(Opcodes.CHECKCAST, result);
      }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack, Math.max(maxLocals, FREE + 1));
    }

    private void loadArguments() {
      super.visitVarInsn(Opcodes.ALOAD, 0);
      int last = more.isEmpty() ? 4 : 5;
      for (int argument = 1; argument <= last; argument++) {
        super.visitVarInsn(Opcodes.ALOAD, shift + argument);
      }
    }
  }
}
