package dev.jpgo.core.jdk;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Two classes of the runtime that cannot be written in Java, since they call what the compiler will
 * not let us name. Each puts its one instance into its superclass when it is initialized.
 */
public final class RuntimeBridges {
  private static final String MEMORY_BRIDGE = HookNames.MEMORY + "Bridge";

  /** Internal name of the class of {@link #handles}. */
  public static final String HANDLE_BRIDGE = "java/lang/invoke/JpgoHandlesBridge";

  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String OBJECT = "Ljava/lang/Object;";

  private RuntimeBridges() {}

  /** {@code JpgoMemory} in terms of {@code jdk.internal.misc.Unsafe}; for the runtime's package. */
  public static byte[] memory() {
    ClassWriter bridge = begin(MEMORY_BRIDGE, HookNames.MEMORY);
    unsafe(bridge, "offset", "(Ljava/lang/Class;Ljava/lang/String;)J", "objectFieldOffset");
    unsafe(bridge, "getInt", "(" + OBJECT + "J)I", "getInt");
    unsafe(bridge, "putInt", "(" + OBJECT + "JI)V", "putInt");
    unsafe(bridge, "getByte", "(" + OBJECT + "J)B", "getByte");
    unsafe(bridge, "putByte", "(" + OBJECT + "JB)V", "putByte");
    unsafe(bridge, "getReference", "(" + OBJECT + "J)" + OBJECT, "getReference");
    unsafe(bridge, "putReference", "(" + OBJECT + "J" + OBJECT + ")V", "putReference");
    isLoaded(bridge);
    define(bridge);
    unsafe(bridge, "shouldBeInitialized", "(Ljava/lang/Class;)Z", "shouldBeInitialized");
    return end(bridge);
  }

  /** {@code JpgoHandles} in {@code java.lang.invoke}. */
  public static byte[] handles() {
    ClassWriter bridge = begin(HANDLE_BRIDGE, HookNames.HANDLES);
    MethodVisitor code =
        bridge.visitMethod(Opcodes.ACC_PUBLIC, "member", "(" + OBJECT + ")" + OBJECT, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/invoke/MethodHandle");
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        "java/lang/invoke/MethodHandle",
        "internalMemberName",
        "()Ljava/lang/invoke/MemberName;",
        false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 2);
    code.visitEnd();
    descriptor(bridge);
    return end(bridge);
  }

  private static void descriptor(ClassWriter bridge) {
    String member = "java/lang/invoke/MemberName";
    MethodVisitor code =
        bridge.visitMethod(
            Opcodes.ACC_PUBLIC, "descriptor", "(" + OBJECT + ")Ljava/lang/String;", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.CHECKCAST, member);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, member, "getMethodDescriptor", "()Ljava/lang/String;", false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 2);
    code.visitEnd();
  }

  private static ClassWriter begin(String name, String superName) {
    ClassWriter bridge = new ClassWriter(0);
    bridge.visit(Opcodes.V1_8, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, name, null, superName, null);
    MethodVisitor constructor = bridge.visitMethod(0, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(1, 1);
    constructor.visitEnd();
    MethodVisitor start = bridge.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    start.visitCode();
    start.visitTypeInsn(Opcodes.NEW, name);
    start.visitInsn(Opcodes.DUP);
    start.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", "()V", false);
    start.visitFieldInsn(Opcodes.PUTSTATIC, superName, "instance", "L" + superName + ";");
    start.visitInsn(Opcodes.RETURN);
    start.visitMaxs(2, 0);
    start.visitEnd();
    return bridge;
  }

  private static void unsafe(ClassWriter bridge, String name, String descriptor, String target) {
    MethodVisitor code = bridge.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    code.visitCode();
    code.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
    int slot = 1;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
      slot += argument.getSize();
    }
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, UNSAFE, target, descriptor, false);
    code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    code.visitMaxs(slot, slot);
    code.visitEnd();
  }

  /** {@code findLoadedClass} is protected, and final: in its own package it is a plain call. */
  private static void isLoaded(ClassWriter bridge) {
    String loader = "java/lang/ClassLoader";
    MethodVisitor code =
        bridge.visitMethod(
            Opcodes.ACC_PUBLIC, "isLoaded", "(L" + loader + ";Ljava/lang/String;)Z", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        loader,
        "findLoadedClass",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        false);
    code.visitTypeInsn(Opcodes.INSTANCEOF, "java/lang/Class");
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(2, 3);
    code.visitEnd();
  }

  private static void define(ClassWriter bridge) {
    MethodVisitor code =
        bridge.visitMethod(
            Opcodes.ACC_PUBLIC, "define", "(Ljava/lang/String;[B)Ljava/lang/Class;", null, null);
    code.visitCode();
    code.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitInsn(Opcodes.ACONST_NULL); // the boot loader
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        UNSAFE,
        "defineClass",
        "(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)"
            + "Ljava/lang/Class;",
        false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(7, 3);
    code.visitEnd();
  }

  private static byte[] end(ClassWriter bridge) {
    bridge.visitEnd();
    return bridge.toByteArray();
  }
}
