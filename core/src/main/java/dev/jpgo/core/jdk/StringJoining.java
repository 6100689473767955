package dev.jpgo.core.jdk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates the runtime's {@code JpgoStrings} as it is inside {@code java.lang}: there it may ask a
 * string for its coder and have it copied into an array that the new string takes over, which is
 * what the JDK's own concatenation does at the bottom of its method handles.
 */
public final class StringJoining {
  /** Strings put together at once, at most. */
  private static final int MOST = 8;

  private static final String STRING = "java/lang/String";
  private static final String STRING_TYPE = "Ljava/lang/String;";
  private static final String MEMORY = "java/lang/OutOfMemoryError";

  private StringJoining() {}

  /** Internal name of the class that the generated one replaces. */
  public static String replaced() {
    return HookNames.STRINGS;
  }

  /**
   * Whether strings have the methods that the generated class calls.
   *
   * @param lookup with access to the package {@code java.lang}
   */
  public static boolean fits(MethodHandles.Lookup lookup) {
    try {
      lookup.findVirtual(String.class, "coder", MethodType.methodType(byte.class));
      Class<?>[] copy = {byte[].class, int.class, byte.class};
      lookup.findVirtual(String.class, "getBytes", MethodType.methodType(void.class, copy));
      Class<?>[] made = {byte[].class, byte.class};
      lookup.findConstructor(String.class, MethodType.methodType(void.class, made));
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /**
   * The class file.
   *
   * @param name internal name of a class of {@code java.lang}
   */
  public static byte[] generate(String name) {
    ClassWriter writer = PackageClass.begin(name);
    copy(writer);
    for (int count = 2; count <= MOST; count++) {
      join(writer, count);
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static MethodVisitor begin(ClassWriter writer, String name, int count) {
    String descriptor = "(" + STRING_TYPE.repeat(count) + ")" + STRING_TYPE;
    MethodVisitor code = PackageClass.method(writer, name, descriptor);
    for (int i = 0; i < count; i++) {
      Label notNull = new Label();
      code.visitVarInsn(Opcodes.ALOAD, i);
      code.visitJumpInsn(Opcodes.IFNONNULL, notNull);
      code.visitLdcInsn("null");
      code.visitVarInsn(Opcodes.ASTORE, i);
      code.visitLabel(notNull);
    }
    return code;
  }

  private static void copy(ClassWriter writer) {
    MethodVisitor code = begin(writer, "copy", 1);
    code.visitTypeInsn(Opcodes.NEW, STRING);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, STRING, "<init>", "(" + STRING_TYPE + ")V", false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(3, 1);
    code.visitEnd();
  }

  /** Locals: the strings, the coder, where each string but the first starts, the end, the array. */
  private static void join(ClassWriter writer, int count) {
    MethodVisitor code = begin(writer, "join", count);
    int array = 2 * count + 1;
    code.visitVarInsn(Opcodes.ALOAD, 0);
    call(code, "coder", "()B");
    for (int i = 1; i < count; i++) {
      code.visitVarInsn(Opcodes.ALOAD, i);
      call(code, "coder", "()B");
      code.visitInsn(Opcodes.IOR);
    }
    code.visitVarInsn(Opcodes.ISTORE, count);
    lengths(code, count);
    code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BYTE);
    code.visitVarInsn(Opcodes.ASTORE, array);
    for (int i = 0; i < count; i++) {
      code.visitVarInsn(Opcodes.ALOAD, i);
      code.visitVarInsn(Opcodes.ALOAD, array);
      if (i == 0) {
        code.visitInsn(Opcodes.ICONST_0);
      } else {
        code.visitVarInsn(Opcodes.ILOAD, count + i);
      }
      code.visitVarInsn(Opcodes.ILOAD, count);
      call(code, "getBytes", "([BIB)V");
    }
    code.visitTypeInsn(Opcodes.NEW, STRING);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ALOAD, array);
    code.visitVarInsn(Opcodes.ILOAD, count);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, STRING, "<init>", "([BB)V", false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(4, array + 1);
    code.visitEnd();
  }

  /**
   * Adds up the lengths and leaves the length of the array on the stack. The first sum of two
   * numbers that is too large is negative, so one look at the signs of all sums is enough.
   */
  private static void lengths(MethodVisitor code, int count) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    call(code, "length", "()I");
    for (int i = 1; i < count; i++) {
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ISTORE, count + i);
      code.visitVarInsn(Opcodes.ALOAD, i);
      call(code, "length", "()I");
      code.visitInsn(Opcodes.IADD);
    }
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ISTORE, 2 * count);
    code.visitVarInsn(Opcodes.ILOAD, count);
    code.visitInsn(Opcodes.ISHL);
    code.visitInsn(Opcodes.DUP);
    for (int i = 2; i <= count; i++) {
      code.visitVarInsn(Opcodes.ILOAD, count + i);
      code.visitInsn(Opcodes.IOR);
    }
    Label fits = new Label();
    code.visitJumpInsn(Opcodes.IFGE, fits);
    code.visitTypeInsn(Opcodes.NEW, MEMORY);
    code.visitInsn(Opcodes.DUP);
    code.visitLdcInsn("Overflow: String length out of range");
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, MEMORY, "<init>", "(" + STRING_TYPE + ")V", false);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(fits);
  }

  private static void call(MethodVisitor code, String name, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, STRING, name, descriptor, false);
  }
}
