package dev.jpgo.test.targets;

import java.lang.invoke.ConstantBootstraps;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Bytecode that javac does not write: every stack shuffle, values on the stack around a loop,
 * irreducible loops, a handler that is also jumped to, a loop at offset 0, interleaved monitors,
 * far jumps, wide locals, dynamic constants, and jsr/ret in a class of version 48. Each is a static
 * {@code int name(int)}.
 */
final class AssembledTarget implements Target, Opcodes {
  private final List<Method> methods = new ArrayList<>();

  @Override
  public void run(Effects effects, int seed) throws ReflectiveOperationException {
    if (methods.isEmpty()) {
      Loader loader = new Loader();
      declared(loader.define("dev.jpgo.test.targets.Modern", modern()));
      declared(loader.define("dev.jpgo.test.targets.Old", old()));
    }
    for (Method method : methods) {
      for (int i = -2; i < 6; i++) {
        effects.add(method.getName());
        try {
          effects.add((int) method.invoke(null, i * 7 + (seed & 3)));
        } catch (InvocationTargetException e) {
          effects.add(e.getCause());
        }
      }
    }
  }

  private void declared(Class<?> owner) throws ReflectiveOperationException {
    for (String name : ((String) owner.getField("NAMES").get(null)).split(",")) {
      methods.add(owner.getMethod(name, int.class));
    }
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(AssembledTarget.class.getClassLoader());
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private interface Body {
    void write(MethodVisitor m);
  }

  private static final class Assembler {
    private final ClassWriter writer;
    private final StringBuilder names = new StringBuilder();

    Assembler(int version, String name) {
      writer =
          new ClassWriter(version < V1_7 ? ClassWriter.COMPUTE_MAXS : ClassWriter.COMPUTE_FRAMES);
      writer.visit(version, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
      writer.visitSource(name.substring(name.lastIndexOf('/') + 1) + ".jasm", null);
    }

    void method(String name, Body body) {
      names.append(names.isEmpty() ? "" : ",").append(name);
      MethodVisitor m = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, name, "(I)I", null, null);
      m.visitCode();
      body.write(m);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    byte[] bytes() {
      writer
          .visitField(
              ACC_PUBLIC | ACC_STATIC | ACC_FINAL,
              "NAMES",
              "Ljava/lang/String;",
              null,
              names.toString())
          .visitEnd();
      writer.visitEnd();
      return writer.toByteArray();
    }
  }

  private static byte[] modern() {
    Assembler a = new Assembler(V11, "dev/jpgo/test/targets/Modern");
    a.method("shuffles", AssembledTarget::shuffles);
    a.method("wideShuffles", AssembledTarget::wideShuffles);
    a.method("stackAroundLoop", AssembledTarget::stackAroundLoop);
    a.method("irreducible", AssembledTarget::irreducible);
    a.method("sharedHandler", AssembledTarget::sharedHandler);
    a.method("loopAtZero", AssembledTarget::loopAtZero);
    a.method("interleavedMonitors", AssembledTarget::interleavedMonitors);
    a.method("farJumps", AssembledTarget::farJumps);
    a.method("wideLocals", AssembledTarget::wideLocals);
    a.method("dynamicConstant", AssembledTarget::dynamicConstant);
    a.method("uninitializedAcrossBranch", AssembledTarget::uninitializedAcrossBranch);
    a.method("deadStores", AssembledTarget::deadStores);
    return a.bytes();
  }

  private static byte[] old() {
    Assembler a = new Assembler(V1_4, "dev/jpgo/test/targets/Old");
    a.method("subroutine", AssembledTarget::subroutine);
    a.method("oldLoop", AssembledTarget::loopAtZero);
    a.method("oldIrreducible", AssembledTarget::irreducible);
    return a.bytes();
  }

  private static void shuffles(MethodVisitor m) {
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(ICONST_3);
    m.visitInsn(ICONST_5);
    m.visitInsn(DUP_X2); // 5 x 3 5
    m.visitInsn(SWAP); // 5 x 5 3
    m.visitInsn(DUP2_X1); // 5 5 3 x 5 3
    m.visitInsn(ISUB);
    m.visitInsn(IMUL);
    m.visitInsn(DUP_X1); // 5 5 p 3 p
    m.visitInsn(ISUB);
    m.visitInsn(DUP2_X2); // 5 p q 5 5... verified by the writer
    m.visitInsn(IADD);
    m.visitInsn(IMUL);
    m.visitInsn(IXOR);
    m.visitInsn(IADD);
    m.visitInsn(IMUL);
    m.visitInsn(IRETURN);
  }

  private static void wideShuffles(MethodVisitor m) {
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(I2L);
    m.visitLdcInsn(1234567890123L);
    m.visitInsn(DUP2_X2); // b a b
    m.visitInsn(LMUL); // b ab
    m.visitInsn(DUP2); // b ab ab
    m.visitInsn(LADD); // b 2ab
    m.visitVarInsn(ILOAD, 0); // b 2ab i
    m.visitInsn(DUP_X2); // b i 2ab i
    m.visitInsn(POP); // b i 2ab
    m.visitInsn(DUP2_X1); // b 2ab i 2ab
    m.visitInsn(L2I);
    m.visitInsn(IADD); // b 2ab j
    m.visitInsn(I2L);
    m.visitInsn(LXOR);
    m.visitInsn(LSUB);
    m.visitInsn(L2I);
    m.visitInsn(IRETURN);
  }

  private static void stackAroundLoop(MethodVisitor m) {
    Label head = new Label();
    Label exit = new Label();
    m.visitIntInsn(BIPUSH, 12);
    m.visitVarInsn(ISTORE, 1);
    m.visitInsn(ICONST_1);
    m.visitVarInsn(ILOAD, 0);
    m.visitLabel(head); // stack: base accumulator
    m.visitVarInsn(ILOAD, 1);
    m.visitJumpInsn(IFLE, exit);
    m.visitInsn(SWAP);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(IADD);
    m.visitIincInsn(1, -1);
    m.visitJumpInsn(GOTO, head);
    m.visitLabel(exit);
    m.visitInsn(ISUB);
    m.visitInsn(IRETURN);
  }

  private static void irreducible(MethodVisitor m) {
    Label a = new Label();
    Label b = new Label();
    Label exit = new Label();
    m.visitIntInsn(BIPUSH, 9);
    m.visitVarInsn(ISTORE, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitJumpInsn(IFLT, b);
    m.visitLabel(a);
    m.visitIincInsn(0, 3);
    m.visitIincInsn(1, -1);
    m.visitVarInsn(ILOAD, 1);
    m.visitJumpInsn(IFLE, exit);
    m.visitLabel(b);
    m.visitIincInsn(0, -5);
    m.visitIincInsn(1, -1);
    m.visitVarInsn(ILOAD, 1);
    m.visitJumpInsn(IFGT, a);
    m.visitLabel(exit);
    m.visitVarInsn(ILOAD, 0);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(IADD);
    m.visitInsn(IRETURN);
  }

  private static void sharedHandler(MethodVisitor m) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    m.visitTryCatchBlock(start, end, handler, "java/lang/ArithmeticException");
    m.visitInsn(ICONST_M1);
    m.visitVarInsn(ISTORE, 1);
    m.visitLabel(start);
    m.visitIntInsn(BIPUSH, 100);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IDIV);
    m.visitVarInsn(ISTORE, 1);
    m.visitVarInsn(ILOAD, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IREM);
    m.visitVarInsn(ISTORE, 2);
    m.visitLabel(end);
    m.visitTypeInsn(NEW, "java/lang/ArithmeticException");
    m.visitInsn(DUP);
    m.visitLdcInsn("jumped");
    m.visitMethodInsn(
        INVOKESPECIAL, "java/lang/ArithmeticException", "<init>", "(Ljava/lang/String;)V", false);
    m.visitLabel(handler); // also reached by falling through
    m.visitMethodInsn(
        INVOKEVIRTUAL, "java/lang/Throwable", "getMessage", "()Ljava/lang/String;", false);
    m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(IADD);
    m.visitInsn(IRETURN);
  }

  private static void loopAtZero(MethodVisitor m) {
    Label head = new Label();
    m.visitLabel(head);
    m.visitIincInsn(0, 7);
    m.visitVarInsn(ILOAD, 0);
    m.visitIntInsn(BIPUSH, 50);
    m.visitJumpInsn(IF_ICMPLT, head);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IRETURN);
  }

  private static void interleavedMonitors(MethodVisitor m) {
    m.visitLdcInsn("monitor a");
    m.visitInsn(DUP);
    m.visitVarInsn(ASTORE, 1);
    m.visitInsn(MONITORENTER);
    m.visitLdcInsn("monitor b");
    m.visitInsn(DUP);
    m.visitVarInsn(ASTORE, 2);
    m.visitInsn(MONITORENTER);
    m.visitIincInsn(0, 1);
    m.visitVarInsn(ALOAD, 1);
    m.visitInsn(MONITOREXIT);
    m.visitVarInsn(ALOAD, 2);
    m.visitMethodInsn(
        INVOKESTATIC, "java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", false);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IADD);
    m.visitVarInsn(ALOAD, 2);
    m.visitInsn(MONITOREXIT);
    m.visitInsn(IRETURN);
  }

  private static void farJumps(MethodVisitor m) {
    Label far = new Label();
    Label back = new Label();
    m.visitInsn(ICONST_2);
    m.visitVarInsn(ISTORE, 1);
    m.visitLabel(back);
    m.visitIincInsn(1, -1);
    m.visitVarInsn(ILOAD, 0);
    m.visitJumpInsn(IFGT, far);
    for (int i = 0; i < 9000; i++) {
      m.visitIincInsn(0, i % 5 - 1);
      m.visitInsn(NOP);
    }
    m.visitLabel(far);
    m.visitIincInsn(0, -2);
    m.visitVarInsn(ILOAD, 1);
    m.visitJumpInsn(IFGT, back);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IRETURN);
  }

  private static void wideLocals(MethodVisitor m) {
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(I2D);
    m.visitVarInsn(DSTORE, 300);
    m.visitVarInsn(ILOAD, 0);
    m.visitVarInsn(ISTORE, 400);
    m.visitIincInsn(400, 30000);
    m.visitIincInsn(0, -200);
    m.visitVarInsn(DLOAD, 300);
    m.visitLdcInsn(2.5);
    m.visitInsn(DMUL);
    m.visitInsn(D2I);
    m.visitVarInsn(ILOAD, 400);
    m.visitInsn(IADD);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(ISUB);
    m.visitInsn(IRETURN);
  }

  private static void dynamicConstant(MethodVisitor m) {
    String bootstrap =
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Class;";
    m.visitLdcInsn(
        new ConstantDynamic(
            "J",
            "Ljava/lang/Class;",
            new Handle(
                H_INVOKESTATIC,
                ConstantBootstraps.class.getName().replace('.', '/'),
                "primitiveClass",
                bootstrap,
                false)));
    m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Class", "getName", "()Ljava/lang/String;", false);
    m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IADD);
    m.visitInsn(IRETURN);
  }

  private static void uninitializedAcrossBranch(MethodVisitor m) {
    Label other = new Label();
    Label join = new Label();
    m.visitTypeInsn(NEW, "java/lang/StringBuilder");
    m.visitInsn(DUP);
    m.visitVarInsn(ILOAD, 0);
    m.visitJumpInsn(IFLT, other);
    m.visitLdcInsn("positive");
    m.visitJumpInsn(GOTO, join);
    m.visitLabel(other);
    m.visitLdcInsn("less");
    m.visitLabel(join);
    m.visitMethodInsn(
        INVOKESPECIAL, "java/lang/StringBuilder", "<init>", "(Ljava/lang/String;)V", false);
    m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/StringBuilder", "length", "()I", false);
    m.visitInsn(IRETURN);
  }

  private static void deadStores(MethodVisitor m) {
    m.visitVarInsn(ILOAD, 0);
    m.visitVarInsn(ISTORE, 1);
    m.visitLdcInsn("never read");
    m.visitVarInsn(ASTORE, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(DUP);
    m.visitVarInsn(ISTORE, 1);
    m.visitInsn(POP);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(IRETURN);
  }

  private static void subroutine(MethodVisitor m) {
    Label routine = new Label();
    m.visitJumpInsn(JSR, routine);
    m.visitIincInsn(0, 100);
    m.visitJumpInsn(JSR, routine);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IRETURN);
    m.visitLabel(routine);
    m.visitVarInsn(ASTORE, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(ICONST_2);
    m.visitInsn(IMUL);
    m.visitVarInsn(ISTORE, 0);
    m.visitVarInsn(RET, 1);
  }
}
