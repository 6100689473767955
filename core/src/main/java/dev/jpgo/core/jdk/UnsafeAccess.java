package dev.jpgo.core.jdk;

import java.nio.ByteOrder;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the runtime's classes that need the JDK's {@code Unsafe}: one that has it in a field, for
 * code of the module that may name it, the views of byte arrays, and what goes over arrays by
 * words. No class of the program gets to call it by them: the first is in a package that is
 * exported to nobody, and the others check what they are given.
 */
public final class UnsafeAccess {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String UNSAFE_TYPE = "L" + UNSAFE + ";";

  private UnsafeAccess() {}

  /** Internal name of the views of byte arrays. */
  public static String viewsName() {
    return HookNames.VIEWS;
  }

  /** Internal name of the class that goes over arrays by words. */
  public static String arraysName() {
    return HookNames.ARRAYS;
  }

  /** Internal name of the class that {@code Unsafe} takes the place of. */
  public static String standIn() {
    return HookNames.WORDS;
  }

  /**
   * Whether views are right here: they know one order of bytes.
   *
   * @param base the offset of the first byte of an array of bytes
   */
  public static boolean viewsFit(long base) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && base > 0 && base < 64;
  }

  /**
   * Where the first element of arrays of a primitive type is, an int or a long.
   *
   * @param unsafe the class {@code jdk.internal.misc.Unsafe}, open to this module
   * @param type name of the type, in capitals
   * @throws ReflectiveOperationException when this JDK does not tell
   */
  public static long offset(Class<?> unsafe, String type) throws ReflectiveOperationException {
    return unsafe.getField("ARRAY_" + type + "_BASE_OFFSET").getLong(null);
  }

  /**
   * Whether arrays may be gone over by words: bytes at any address, and one offset for all.
   *
   * @param bytes the offset of the first element of an array of bytes
   * @param chars the same of chars
   * @param ints the same of ints
   * @param unaligned whether the processor allows any address
   */
  public static boolean arraysFit(long bytes, long chars, long ints, boolean unaligned) {
    return unaligned && viewsFit(bytes) && bytes % 4 == 0 && bytes == chars && bytes == ints;
  }

  /**
   * The class that has {@code Unsafe} in a field.
   *
   * @param name internal name of a class in its package
   * @param field name of the field
   */
  public static byte[] holder(String name, String field) {
    ClassWriter writer = new ClassWriter(0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL;
    String object = "java/lang/Object";
    writer.visit(Opcodes.V9, access | Opcodes.ACC_SUPER, name, null, object, null);
    writer.visitField(access | Opcodes.ACC_STATIC, field, UNSAFE_TYPE, null, null).visitEnd();
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()" + UNSAFE_TYPE, false);
    code.visitFieldInsn(Opcodes.PUTSTATIC, name, field, UNSAFE_TYPE);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(1, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /**
   * A class of the runtime with {@code Unsafe} in place of what stands in for it.
   *
   * @param original its class file
   * @param base the offset of the first byte of an array of bytes
   */
  public static byte[] exchange(byte[] original, int base) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(original).accept(new Exchange(writer, base), 0);
    return writer.toByteArray();
  }

  private static String exchanged(String descriptor) {
    return descriptor.replace("L" + HookNames.WORDS + ";", UNSAFE_TYPE);
  }

  /** No frame names the class, since its object is never in a local variable. */
  private static final class Exchange extends ClassVisitor {
    private final int base;

    Exchange(ClassVisitor next, int base) {
      super(Opcodes.ASM9, next);
      this.base = base;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      return super.visitField(access, name, exchanged(descriptor), signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new ExchangeCode(next, base);
    }
  }

  private static final class ExchangeCode extends MethodVisitor {
    private final int base;

    ExchangeCode(MethodVisitor next, int base) {
      super(Opcodes.ASM9, next);
      this.base = base;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      super.visitFieldInsn(opcode, owner, name, exchanged(descriptor));
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (!owner.equals(HookNames.WORDS)) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      } else if (name.equals("base")) {
        super.visitIntInsn(Opcodes.BIPUSH, base);
      } else {
        super.visitMethodInsn(opcode, UNSAFE, name, exchanged(descriptor), isInterface);
      }
    }
  }
}
