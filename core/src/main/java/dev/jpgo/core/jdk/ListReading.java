package dev.jpgo.core.jdk;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.AbstractList;
import java.util.ArrayList;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates the runtime's class in {@code java.util}, which reads of an {@code ArrayList} what only
 * its package may: the array of its elements, and how often it was changed.
 */
public final class ListReading {
  private static final String LIST = "java/util/ArrayList";
  private static final String ARRAY = "[Ljava/lang/Object;";
  private static final String ELEMENTS = "elementData";
  private static final String CHANGES = "modCount";

  private ListReading() {}

  /** Whether lists have what the class reads, and let their package read it. */
  public static boolean fits() {
    return isReadable(ArrayList.class, ELEMENTS, Object[].class)
        && isReadable(AbstractList.class, CHANGES, int.class);
  }

  private static boolean isReadable(Class<?> owner, String name, Class<?> type) {
    try {
      Field field = owner.getDeclaredField(name);
      int modifiers = field.getModifiers();
      return field.getType() == type
          && !Modifier.isStatic(modifiers)
          && !Modifier.isPrivate(modifiers);
    } catch (NoSuchFieldException e) {
      return false;
    }
  }

  /**
   * The class file.
   *
   * @param name internal name of a class of {@code java.util}
   */
  public static byte[] generate(String name) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_5,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name,
        null,
        "java/lang/Object",
        null);
    read(writer, "elements", ELEMENTS, ARRAY, Opcodes.ARETURN);
    read(writer, "changes", CHANGES, "I", Opcodes.IRETURN);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void read(
      ClassWriter writer, String name, String field, String type, int returning) {
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "(L" + LIST + ";)" + type, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, field, type);
    code.visitInsn(returning);
    code.visitMaxs(1, 1);
    code.visitEnd();
  }
}
