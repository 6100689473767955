package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** {@code LambdaProxyClassArchive.find}: lambda classes that come out of the CDS archive. */
public final class LambdaArchivePatch extends MethodsPatch {
  private static final String ARCHIVE = "java/lang/invoke/LambdaProxyClassArchive";

  public LambdaArchivePatch() {
    super(ARCHIVE, 1);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    if (!name.equals("find") || !descriptor.startsWith("(Ljava/lang/Class;")) {
      return null;
    }
    return new AfterCall(
        name,
        ARCHIVE,
        "findFromArchive",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
            + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MemberName;"
            + "Ljava/lang/invoke/MethodType;)Ljava/lang/Class;",
        1,
        next) {
      @Override
      void insert() {
        visitVarInsn(Opcodes.ALOAD, 0);
        callRuntime(
            HookNames.DEFINITIONS,
            "archived",
            "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Class;");
      }
    };
  }
}
