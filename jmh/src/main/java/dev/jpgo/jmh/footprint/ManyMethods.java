package dev.jpgo.jmh.footprint;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads {@code arguments[0]} classes of {@value #METHODS} methods each, waits {@code arguments[1]}
 * milliseconds for an agent to do what it does with them, collects garbage and prints the bytes in
 * use: heap, then metaspace and class space.
 */
public final class ManyMethods {
  /** Methods in each class, besides the constructor. */
  public static final int METHODS = 20;

  private ManyMethods() {}

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    Loader loader = new Loader();
    List<Object> instances = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      instances.add(loader.define(i).getDeclaredConstructor().newInstance());
    }
    Thread.sleep(Long.parseLong(arguments[1]));
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    long classes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().contains("Metaspace") || pool.getName().contains("Class Space")) {
        classes += pool.getUsage().getUsed();
      }
    }
    System.out.println(heap + " " + classes + " " + instances.size());
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(int number) {
      byte[] bytes = bytes("generated/Class" + number);
      return defineClass(null, bytes, 0, bytes.length);
    }

    private static byte[] bytes(String name) {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
      MethodVisitor constructor =
          writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
      constructor.visitVarInsn(Opcodes.ALOAD, 0);
      constructor.visitMethodInsn(
          Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
      constructor.visitInsn(Opcodes.RETURN);
      constructor.visitMaxs(0, 0);
      for (int method = 0; method < METHODS; method++) {
        body(writer.visitMethod(Opcodes.ACC_PUBLIC, "method" + method, "(II)I", null, null));
      }
      writer.visitEnd();
      return writer.toByteArray();
    }

    /** The larger of the two arguments times their sum: too long for a leaf without a counter. */
    private static void body(MethodVisitor code) {
      Label second = new Label();
      for (int i = 0; i < 4; i++) {
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitVarInsn(Opcodes.ILOAD, 2);
        code.visitInsn(Opcodes.IADD);
        code.visitVarInsn(Opcodes.ISTORE, 1);
      }
      code.visitVarInsn(Opcodes.ILOAD, 1);
      code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "abs", "(I)I", false);
      code.visitVarInsn(Opcodes.ILOAD, 2);
      code.visitJumpInsn(Opcodes.IF_ICMPLT, second);
      code.visitVarInsn(Opcodes.ILOAD, 1);
      code.visitInsn(Opcodes.IRETURN);
      code.visitLabel(second);
      code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      code.visitVarInsn(Opcodes.ILOAD, 2);
      code.visitInsn(Opcodes.IRETURN);
      code.visitMaxs(0, 0);
    }
  }
}
