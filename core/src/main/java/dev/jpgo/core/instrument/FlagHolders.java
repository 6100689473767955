package dev.jpgo.core.instrument;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ACC_VOLATILE;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates holders of assumption flags: subclasses of {@code JpgoFlagHolder} with {@link #FLAGS}
 * public static volatile booleans, all true from the start, and as many public static longs, which
 * are plain: a count that two threads race for may be lost, and no fence is paid for it. They are
 * generated because their number is not known, and defined next to the rest of the runtime.
 */
public final class FlagHolders {
  /** Flags in one holder. */
  public static final int FLAGS = 256;

  private FlagHolders() {}

  /** Class file of the k-th holder; it has a public constructor without parameters. */
  public static byte[] generate(int holder) {
    String name = RuntimeNames.flags(holder);
    ClassWriter writer = new ClassWriter(0);
    // Version 49: no frames are needed, and no feature of a later one either.
    writer.visit(
        Opcodes.V1_5,
        ACC_PUBLIC | ACC_FINAL | ACC_SUPER,
        name,
        null,
        RuntimeNames.FLAG_HOLDER,
        null);
    for (int i = 0; i < FLAGS; i++) {
      int access = ACC_PUBLIC | ACC_STATIC | ACC_VOLATILE;
      writer.visitField(access, RuntimeNames.flag(i), "Z", null, null).visitEnd();
      int counter = ACC_PUBLIC | ACC_STATIC;
      writer.visitField(counter, RuntimeNames.misses(i), "J", null, null).visitEnd();
    }
    initializer(writer, name);
    constructor(writer);
    clear(writer, name);
    holds(writer, name);
    misses(writer, name);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void initializer(ClassWriter writer, String name) {
    MethodVisitor code = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    for (int i = 0; i < FLAGS; i++) {
      code.visitInsn(Opcodes.ICONST_1);
      code.visitFieldInsn(Opcodes.PUTSTATIC, name, RuntimeNames.flag(i), "Z");
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, 0);
    code.visitEnd();
  }

  private static void constructor(ClassWriter writer) {
    MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, RuntimeNames.FLAG_HOLDER, "<init>", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
  }

  private static void clear(ClassWriter writer, String name) {
    MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "clear", "(I)V", null, null);
    code.visitCode();
    Label[] cases = dispatch(code);
    for (int i = 0; i < FLAGS; i++) {
      code.visitLabel(cases[i]);
      code.visitInsn(Opcodes.ICONST_0);
      code.visitFieldInsn(Opcodes.PUTSTATIC, name, RuntimeNames.flag(i), "Z");
      code.visitInsn(Opcodes.RETURN);
    }
    code.visitLabel(cases[FLAGS]);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, 2);
    code.visitEnd();
  }

  private static void holds(ClassWriter writer, String name) {
    MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "holds", "(I)Z", null, null);
    code.visitCode();
    Label[] cases = dispatch(code);
    for (int i = 0; i < FLAGS; i++) {
      code.visitLabel(cases[i]);
      code.visitFieldInsn(Opcodes.GETSTATIC, name, RuntimeNames.flag(i), "Z");
      code.visitInsn(Opcodes.IRETURN);
    }
    code.visitLabel(cases[FLAGS]);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(1, 2);
    code.visitEnd();
  }

  private static void misses(ClassWriter writer, String name) {
    MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "misses", "(I)J", null, null);
    code.visitCode();
    Label[] cases = dispatch(code);
    for (int i = 0; i < FLAGS; i++) {
      code.visitLabel(cases[i]);
      code.visitFieldInsn(Opcodes.GETSTATIC, name, RuntimeNames.misses(i), "J");
      code.visitInsn(Opcodes.LRETURN);
    }
    code.visitLabel(cases[FLAGS]);
    code.visitInsn(Opcodes.LCONST_0);
    code.visitInsn(Opcodes.LRETURN);
    code.visitMaxs(2, 2);
    code.visitEnd();
  }

  /** A switch over the flags; the last label is the default. */
  private static Label[] dispatch(MethodVisitor code) {
    Label[] labels = new Label[FLAGS + 1];
    Label[] cases = new Label[FLAGS];
    for (int i = 0; i <= FLAGS; i++) {
      labels[i] = new Label();
      if (i < FLAGS) {
        cases[i] = labels[i];
      }
    }
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitTableSwitchInsn(0, FLAGS - 1, labels[FLAGS], cases);
    return labels;
  }
}
