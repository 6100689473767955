package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * {@code MemberName.Factory.resolve}: the VM found a member by name and filled in its flags; {@code
 * JpgoAccess} puts the declared ones there, or refuses access as the VM would have. The call stands
 * after the check of the member's types, with an empty operand stack, inside the range whose
 * handler turns a {@code LinkageError} into an unresolved member.
 */
public final class MemberFactoryPatch extends MethodsPatch {
  private static final String MEMBER_NAME = "java/lang/invoke/MemberName";

  public MemberFactoryPatch() {
    super("java/lang/invoke/MemberName$Factory", 1);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return name.equals("resolve")
            && descriptor.equals(
                "(BLjava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;")
        ? new Resolve(next)
        : null;
  }

  private static final class Resolve extends MethodPatch {
    private static final int ASKED = 2;
    private static final int CALLER = 3;
    private boolean resolved;
    private int result = -1;

    Resolve(MethodVisitor next) {
      super("resolve", 1, 8, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if (owner.equals("java/lang/invoke/MethodHandleNatives") && name.equals("resolve")) {
        resolved = true;
      } else if (result >= 0 && isTypeCheck(owner, name, descriptor)) {
        insertions++;
        insert();
      }
    }

    /** 17 and 25 in turn. */
    private static boolean isTypeCheck(String owner, String name, String descriptor) {
      return owner.equals(MEMBER_NAME)
          && descriptor.equals("(Ljava/lang/Class;)V")
          && (name.equals("checkForTypeAlias") || name.equals("ensureTypeVisible"));
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      super.visitVarInsn(opcode, variable);
      if (resolved && result < 0 && opcode == Opcodes.ASTORE) {
        result = variable;
      }
    }

    private void insert() {
      super.visitVarInsn(Opcodes.ALOAD, result);
      super.visitInsn(Opcodes.DUP);
      super.visitFieldInsn(Opcodes.GETFIELD, MEMBER_NAME, "flags", "I");
      load("clazz", "Ljava/lang/Class;");
      load("name", "Ljava/lang/String;");
      load("type", "Ljava/lang/Object;");
      super.visitVarInsn(Opcodes.ALOAD, CALLER);
      super.visitVarInsn(Opcodes.ALOAD, result);
      super.visitVarInsn(Opcodes.ALOAD, ASKED);
      callRuntime(
          HookNames.ACCESS,
          "resolved",
          "(ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Class;"
              + "Ljava/lang/Object;Ljava/lang/Object;)I");
      super.visitFieldInsn(Opcodes.PUTFIELD, MEMBER_NAME, "flags", "I");
    }

    private void load(String field, String descriptor) {
      super.visitVarInsn(Opcodes.ALOAD, result);
      super.visitFieldInsn(Opcodes.GETFIELD, MEMBER_NAME, field, descriptor);
    }
  }
}
