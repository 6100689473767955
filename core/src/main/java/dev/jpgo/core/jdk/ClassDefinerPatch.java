package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * {@code MethodHandles.Lookup.ClassDefiner.defineClass}: every hidden class goes through it, unless
 * a program opens the JDK to define one past it; the bytes and the host are announced before the VM
 * sees them.
 */
public final class ClassDefinerPatch extends MethodsPatch {
  private static final String DEFINER = "java/lang/invoke/MethodHandles$Lookup$ClassDefiner";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

  public ClassDefinerPatch() {
    super(DEFINER, 1);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return name.equals("defineClass") && descriptor.equals("(ZLjava/lang/Object;)Ljava/lang/Class;")
        ? new Define(next)
        : null;
  }

  private static final class Define extends MethodPatch {
    private boolean hasBytes;
    private boolean hasLookup;

    Define(MethodVisitor next) {
      super("defineClass", 1, 2, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitVarInsn(Opcodes.ALOAD, 0);
      super.visitFieldInsn(Opcodes.GETFIELD, DEFINER, "bytes", "[B");
      super.visitVarInsn(Opcodes.ALOAD, 0);
      super.visitFieldInsn(Opcodes.GETFIELD, DEFINER, "lookup", "L" + LOOKUP + ";");
      super.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, LOOKUP, "lookupClass", "()Ljava/lang/Class;", false);
      callRuntime(HookNames.DEFINITIONS, "defining", "([BLjava/lang/Class;)V");
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      hasBytes |= owner.equals(DEFINER) && name.equals("bytes") && descriptor.equals("[B");
      hasLookup |= owner.equals(DEFINER) && name.equals("lookup");
    }

    @Override
    public void visitEnd() {
      insertions += hasBytes && hasLookup ? 1 : 0; // both fields are where they are expected
      super.visitEnd();
    }
  }
}
