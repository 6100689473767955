package dev.jpgo.test.hooks;

import dev.jpgo.test.hooks.subjects.Guarded;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Touches members of another package that are not its own, without {@code setAccessible}: by
 * reflection, told on the standard output; and by bytecode that no compiler makes, told on the
 * error output, where it shows whether the classes were opened.
 */
public final class TrespassProgram {
  private static final String GUARDED = "dev/jpgo/test/hooks/subjects/Guarded";
  private static final String OBJECT = "java/lang/Object";

  private TrespassProgram() {}

  public static void main(String[] arguments) throws Exception {
    Guarded guarded = Guarded.create();
    for (String field : new String[] {"kept", "near", "own"}) {
      tell(field, () -> Guarded.class.getDeclaredField(field).get(guarded));
    }
    for (String field : new String[] {"shared", "nearShared", "ownShared"}) {
      tell(field, () -> Guarded.class.getDeclaredField(field).getInt(null));
    }
    Class<?>[][] constructors = {{}, {int.class}, {int.class, Object.class}};
    for (Class<?>[] parameters : constructors) {
      Object[] values = {1, "text"};
      Object[] passed = java.util.Arrays.copyOf(values, parameters.length);
      tell(
          "constructor " + parameters.length,
          () -> Guarded.class.getDeclaredConstructor(parameters).newInstance(passed));
    }
    for (Class<?> parameter : new Class<?>[] {long.class, Object.class, int.class}) {
      tell(
          "pick " + parameter,
          () -> Guarded.class.getDeclaredMethod("pick", parameter).invoke(null, 1));
    }
    touch("Trespasser", OBJECT);
    touch("Impostor", GUARDED);
  }

  private static void tell(String what, Callable<?> deed) {
    try {
      System.out.println(what + ": " + deed.call());
    } catch (Exception e) {
      System.out.println(what + ": " + e.getClass().getSimpleName());
    }
  }

  /** One class for each deed, since one that does not verify does nothing. */
  private static void touch(String name, String superclass) throws Exception {
    String[] deeds = {"kept", "near", "own", "shared", "nearShared", "ownShared", "J", "I", "new"};
    for (String deed : deeds) {
      ClassWriter writer = new ClassWriter(0);
      String type = "dev/jpgo/test/hooks/" + name + "_" + deed;
      writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, type, null, superclass, null);
      MethodVisitor method =
          writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "touch", "()V", null, null);
      method.visitCode();
      body(method, deed);
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(2, 0);
      method.visitEnd();
      System.err.println("deed " + name + " " + deed + " " + outcome(writer.toByteArray()));
    }
  }

  private static void body(MethodVisitor method, String deed) {
    switch (deed) {
      case "kept", "near", "own" -> {
        method.visitMethodInsn(
            Opcodes.INVOKESTATIC, GUARDED, "create", "()L" + GUARDED + ";", false);
        method.visitFieldInsn(Opcodes.GETFIELD, GUARDED, deed, "I");
        method.visitInsn(Opcodes.POP);
      }
      case "shared", "nearShared", "ownShared" -> {
        method.visitFieldInsn(Opcodes.GETSTATIC, GUARDED, deed, "I");
        method.visitInsn(Opcodes.POP);
      }
      case "J", "I" -> {
        method.visitInsn(deed.equals("J") ? Opcodes.LCONST_1 : Opcodes.ICONST_1);
        String descriptor = "(" + deed + ")Ljava/lang/String;";
        method.visitMethodInsn(Opcodes.INVOKESTATIC, GUARDED, "pick", descriptor, false);
        method.visitInsn(Opcodes.POP);
      }
      default -> {
        method.visitTypeInsn(Opcodes.NEW, GUARDED);
        method.visitInsn(Opcodes.DUP);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, GUARDED, "<init>", "()V", false);
        method.visitInsn(Opcodes.POP);
      }
    }
  }

  private static String outcome(byte[] type) throws ReflectiveOperationException {
    try {
      MethodHandles.lookup().defineClass(type).getDeclaredMethod("touch").invoke(null);
      return "reached";
    } catch (InvocationTargetException e) {
      return e.getCause().getClass().getSimpleName();
    } catch (VerifyError e) {
      return "VerifyError";
    }
  }
}
