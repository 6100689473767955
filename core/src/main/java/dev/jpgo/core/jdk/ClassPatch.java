package dev.jpgo.core.jdk;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * {@code Class.privateGetDeclaredFields}, {@code Methods} and {@code Constructors}: passes what the
 * VM found through the filters of {@code JpgoAccess}, before it is cached and handed out.
 */
public final class ClassPatch extends MethodsPatch {
  private static final String CLASS = "java/lang/Class";

  public ClassPatch() {
    super(CLASS, 3);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    return switch (name) {
      case "privateGetDeclaredFields" ->
          filter(name, "getDeclaredFields0", "[Ljava/lang/reflect/Field;", "fields", next);
      case "privateGetDeclaredMethods" ->
          filter(name, "getDeclaredMethods0", "[Ljava/lang/reflect/Method;", "methods", next);
      case "privateGetDeclaredConstructors" ->
          filter(
              name,
              "getDeclaredConstructors0",
              "[Ljava/lang/reflect/Constructor;",
              "constructors",
              next);
      default -> null;
    };
  }

  private static MethodPatch filter(
      String method, String call, String array, String filter, MethodVisitor next) {
    return new AfterCall(method, CLASS, call, "(Z)" + array, 2, next) {
      @Override
      void insert() {
        visitVarInsn(Opcodes.ALOAD, 0);
        visitVarInsn(Opcodes.ILOAD, 1);
        callRuntime(HookNames.ACCESS, filter, "(" + array + "Ljava/lang/Class;Z)" + array);
      }
    };
  }
}
