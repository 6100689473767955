package dev.jpgo.core.instrument;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates the holders of counters: classes whose static final field {@link #FIELD} is a chunk.
 * They are generated because each is to be there only once its chunk is wanted, and defined next to
 * the rest of the runtime.
 */
public final class CounterChunks {
  /** Name of the field; its descriptor is {@link #DESCRIPTOR}. */
  static final String FIELD = "c";

  static final String DESCRIPTOR = "[J";

  private CounterChunks() {}

  /** Class file of the k-th holder. */
  public static byte[] generate(int chunk) {
    String name = RuntimeNames.chunk(chunk);
    ClassWriter writer = new ClassWriter(0);
    // Version 49: no frames are needed, and no feature of a later one either.
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL;
    writer.visit(Opcodes.V1_5, access | Opcodes.ACC_SUPER, name, null, "java/lang/Object", null);
    writer.visitField(access | Opcodes.ACC_STATIC, FIELD, DESCRIPTOR, null, null).visitEnd();
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    Probes.push(code, chunk);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, RuntimeNames.COUNTERS, "chunk", "(I)".concat(DESCRIPTOR), false);
    code.visitFieldInsn(Opcodes.PUTSTATIC, name, FIELD, DESCRIPTOR);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
