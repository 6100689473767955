package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * {@code System.implSetSecurityManager} of JDK 17 to 23: announces a security manager before it is
 * one. {@code setSecurityManager} calls it where there may be managers, and throws elsewhere. Since
 * JDK 24 there is no such method.
 */
public final class SystemPatch extends MethodsPatch {
  private static final String SYSTEM = "java/lang/System";
  private static final String MANAGER = "(Ljava/lang/SecurityManager;)V";

  public SystemPatch() {
    super(SYSTEM, 2);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    if (!descriptor.equals(MANAGER)) {
      return null;
    }
    return switch (name) {
      case "setSecurityManager" -> new Call(name, "implSetSecurityManager", next);
      case "implSetSecurityManager" -> new Announced(next);
      default -> null;
    };
  }

  /** Is there to see that one method calls another, once. */
  private static class Call extends MethodPatch {
    private final String called;

    Call(String method, String called, MethodVisitor next) {
      super(method, 1, 1, next);
      this.called = called;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if (owner.equals(SYSTEM) && name.equals(called) && descriptor.equals(MANAGER)) {
        insertions++;
      }
    }
  }

  private static final class Announced extends Call {
    Announced(MethodVisitor next) {
      super("implSetSecurityManager", "setSecurityManager0", next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitVarInsn(Opcodes.ALOAD, 0);
      callRuntime(HookNames.PERMISSIONS, "announce", "(Ljava/lang/Object;)V");
    }
  }
}
