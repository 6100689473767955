package dev.jpgo.core.jdk;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates the runtime's class in {@code java.lang} that hands out the bytes of strings whose
 * characters all fit into one.
 *
 * <pre>
 *   static byte[] bytes(Object text) {
 *     if (!(text instanceof String)) return null;
 *     if (System.getSecurityManager() != null) return null;       // JDK 17 to 23
 *     String string = (String) text;
 *     return string.coder() == 0 ? string.value() : null; }
 * </pre>
 *
 * <p>What optimized code gets it only reads. A program that calls the class by itself could write
 * to its strings: as much as reflection lets it do, so there is no such class with {@code
 * access=strict}, and a security manager turns it off.
 */
public final class StringReading {
  private static final String STRING = "java/lang/String";

  /** The first JDK without security managers. */
  private static final int UNMANAGED = 24;

  private StringReading() {}

  /** Whether strings have what the class calls, and let their package call it. */
  public static boolean fits() {
    return isOpen("coder", byte.class) && isOpen("value", byte[].class);
  }

  private static boolean isOpen(String name, Class<?> type) {
    try {
      Method method = String.class.getDeclaredMethod(name);
      int modifiers = method.getModifiers();
      return method.getReturnType() == type
          && !Modifier.isStatic(modifiers)
          && !Modifier.isPrivate(modifiers);
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /**
   * The class file.
   *
   * @param name internal name of a class of {@code java.lang}
   * @param method name of its method
   */
  public static byte[] generate(String name, String method) {
    ClassWriter writer = PackageClass.begin(name);
    MethodVisitor code = PackageClass.method(writer, method, "(Ljava/lang/Object;)[B");
    Label none = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.INSTANCEOF, STRING);
    code.visitJumpInsn(Opcodes.IFEQ, none);
    if (Runtime.version().feature() < UNMANAGED) {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "java/lang/System",
          "getSecurityManager",
          "()Ljava/lang/SecurityManager;",
          false);
      code.visitJumpInsn(Opcodes.IFNONNULL, none);
    }
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.CHECKCAST, STRING);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, STRING, "coder", "()B", false);
    code.visitJumpInsn(Opcodes.IFNE, none);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.CHECKCAST, STRING);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, STRING, "value", "()[B", false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(none);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(2, 1);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
