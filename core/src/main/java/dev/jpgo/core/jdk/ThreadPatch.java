package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;

/**
 * Traces of other threads: {@code Thread.getStackTrace} and {@code getAllStackTraces} in 17; in 25
 * the former goes through {@code asyncGetStackTrace}.
 */
public final class ThreadPatch extends MethodsPatch {
  private static final String ELEMENTS = "[Ljava/lang/StackTraceElement;";

  public ThreadPatch() {
    super("java/lang/Thread", 2, 3);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return switch (name) {
      case "getAllStackTraces" -> new Dump(name, 1, next);
      case "asyncGetStackTrace" -> new Asked(name, next);
      case "getStackTrace" -> descriptor.equals("()" + ELEMENTS) ? new Dump(name, 1, next) : null;
      default -> null;
    };
  }

  private static final class Dump extends MethodPatch {
    Dump(String method, int expected, MethodVisitor next) {
      super(method, expected, 0, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if (name.equals("dumpThreads")) {
        insertions++;
        callRuntime(HookNames.TRACES, "dumpedAll", "([" + ELEMENTS + ")[" + ELEMENTS);
      } else if (owner.equals("java/lang/Thread") && name.equals("asyncGetStackTrace")) {
        insertions++; // repaired in there
      }
    }
  }

  /** The VM asks the thread, which is not to be while classes are redefined. */
  private static final class Asked extends MethodPatch {
    private static final Object[] LOCALS = {"java/lang/Thread"};

    Asked(String method, MethodVisitor next) {
      super(method, 2, 0, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (name.equals("getStackTrace0")) {
        insertions++;
        AskingCall.write(mv, opcode, owner, name, descriptor, LOCALS, "java/lang/Object");
        return;
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if (owner.equals("java/lang/StackTraceElement") && name.equals("of")) {
        insertions++;
        callRuntime(HookNames.TRACES, "taken", "(" + ELEMENTS + ")" + ELEMENTS);
      }
    }
  }
}
