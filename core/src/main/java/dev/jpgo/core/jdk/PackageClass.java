package dev.jpgo.core.jdk;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class of the runtime that is generated into a package of the JDK, for what is open there. */
final class PackageClass {
  private PackageClass() {}

  /** Whether a class has an instance field of a type that all of its package may read. */
  static boolean mayRead(Class<?> owner, String name, Class<?> type) {
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
   * Begins one, of version 49, whose methods need no frames.
   *
   * @param name its internal name
   */
  static ClassWriter begin(String name) {
    return begin(name, "java/lang/Object");
  }

  /**
   * Begins one, of version 49, whose methods need no frames.
   *
   * @param name its internal name
   * @param above internal name of the class above it
   */
  static ClassWriter begin(String name, String above) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_5,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name,
        null,
        above,
        null);
    return writer;
  }

  /** Begins a method, public and static. */
  static MethodVisitor method(ClassWriter writer, String name, String descriptor) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, descriptor, null, null);
    code.visitCode();
    return code;
  }
}
