package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * {@code StackWalker.walk} and {@code forEach}: wraps what is given the frames. {@code
 * getCallerClass}: looks again where frames are not those of the source, also when the VM has found
 * too few.
 */
public final class StackWalkerPatch extends MethodsPatch {
  private static final String FUNCTION = "Ljava/util/function/Function;";
  private static final String CONSUMER = "Ljava/util/function/Consumer;";

  public StackWalkerPatch() {
    super("java/lang/StackWalker", 3);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return switch (name) {
      case "walk" -> descriptor.equals("(" + FUNCTION + ")Ljava/lang/Object;") ? walk(next) : null;
      case "forEach" -> descriptor.equals("(" + CONSUMER + ")V") ? new ForEach(next) : null;
      case "getCallerClass" -> new Caller(next);
      default -> null;
    };
  }

  /** The function is on top of the stack where the traverser is made. */
  private static MethodPatch walk(MethodVisitor next) {
    return new MethodPatch("walk", 1, 0, next) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (name.equals("makeStackTraverser")) {
          insertions++;
          callRuntime(HookNames.TRACES, "walking", "(" + FUNCTION + ")" + FUNCTION);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    };
  }

  /** The action is on top of the stack where the lambda that holds it is made. */
  private static final class ForEach extends MethodPatch {
    ForEach(MethodVisitor next) {
      super("forEach", 1, 0, next);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      if (descriptor.equals("(" + CONSUMER + ")" + FUNCTION)) {
        insertions++;
        callRuntime(HookNames.TRACES, "visiting", "(" + CONSUMER + ")" + CONSUMER);
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }
  }

  /** The result and the exception of the call that finds the caller are looked at. */
  private static final class Caller extends MethodPatch {
    private static final String EXCEPTION = "java/lang/IllegalCallerException";
    private static final Object[] LOCALS = {"java/lang/StackWalker"};

    private final Label handler = new Label();

    Caller(MethodVisitor next) {
      super("getCallerClass", 1, 0, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean finds =
          owner.equals("java/lang/StackStreamFactory$CallerClassFinder")
              && name.equals("findCaller")
              && descriptor.equals("()Ljava/lang/Class;");
      if (!finds) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        return;
      }
      insertions++;
      Label start = new Label();
      Label end = new Label();
      super.visitTryCatchBlock(start, end, handler, EXCEPTION);
      super.visitLabel(start);
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      super.visitLabel(end);
      callRuntime(HookNames.TRACES, "caller", "(Ljava/lang/Class;)Ljava/lang/Class;");
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      if (insertions > 0) {
        super.visitLabel(handler);
        super.visitFrame(Opcodes.F_FULL, 1, LOCALS, 1, new Object[] {EXCEPTION});
        callRuntime(HookNames.TRACES, "caller", "(L" + EXCEPTION + ";)Ljava/lang/Class;");
        super.visitInsn(Opcodes.ARETURN);
      }
      super.visitMaxs(maxStack, maxLocals);
    }
  }
}
