package dev.jpgo.core.instrument;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Generates holders of objects that optimized code compares with: classes with {@link #FIELDS}
 * public static fields, null from the start. They are generated because their number is not known,
 * and defined next to the rest of the runtime.
 */
public final class ConstantHolders {
  /** Fields in one holder. */
  public static final int FIELDS = 64;

  private ConstantHolders() {}

  /** Class file of the k-th holder. */
  public static byte[] generate(int holder) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_5,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        RuntimeNames.constants(holder),
        null,
        "java/lang/Object",
        null);
    for (int i = 0; i < FIELDS; i++) {
      int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
      String type = "Ljava/lang/Object;";
      writer.visitField(access, RuntimeNames.constant(i), type, null, null).visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }
}
