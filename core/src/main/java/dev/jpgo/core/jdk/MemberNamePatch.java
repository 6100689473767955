package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The three constructors of {@code MemberName} that take a reflected member: the VM fills in the
 * flags, {@code JpgoAccess} puts the declared ones there.
 */
public final class MemberNamePatch extends MethodsPatch {
  private static final String MEMBER_NAME = "java/lang/invoke/MemberName";

  public MemberNamePatch() {
    super(MEMBER_NAME, 3);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    boolean reflected =
        name.equals("<init>")
            && switch (descriptor) {
              case "(Ljava/lang/reflect/Method;Z)V",
                  "(Ljava/lang/reflect/Constructor;)V",
                  "(Ljava/lang/reflect/Field;Z)V" ->
                  true;
              default -> false;
            };
    if (!reflected) {
      return null;
    }
    return new AfterCall(
        descriptor,
        "java/lang/invoke/MethodHandleNatives",
        "init",
        "(Ljava/lang/invoke/MemberName;Ljava/lang/Object;)V",
        3,
        next) {
      @Override
      void insert() {
        visitVarInsn(Opcodes.ALOAD, 0);
        visitInsn(Opcodes.DUP);
        visitFieldInsn(Opcodes.GETFIELD, MEMBER_NAME, "flags", "I");
        visitVarInsn(Opcodes.ALOAD, 1);
        callRuntime(HookNames.ACCESS, "unreflected", "(ILjava/lang/Object;)I");
        visitFieldInsn(Opcodes.PUTFIELD, MEMBER_NAME, "flags", "I");
      }
    };
  }
}
