package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;

/**
 * {@code StackWalker.walk} and {@code forEach}: wraps what is given the frames. {@code
 * getCallerClass}: looks again when the class found has inlined code.
 */
public final class StackWalkerPatch extends JdkPatch {
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
      case "getCallerClass" -> caller(next);
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

  private static MethodPatch caller(MethodVisitor next) {
    return new AfterCall(
        "getCallerClass",
        "java/lang/StackStreamFactory$CallerClassFinder",
        "findCaller",
        "()Ljava/lang/Class;",
        0,
        next) {
      @Override
      void insert() {
        callRuntime(HookNames.TRACES, "caller", "(Ljava/lang/Class;)Ljava/lang/Class;");
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
}
