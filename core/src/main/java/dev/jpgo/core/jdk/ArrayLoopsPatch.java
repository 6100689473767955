package dev.jpgo.core.jdk;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Methods of the JDK that go over arrays element by element do so by words ({@code JpgoArrays}).
 * Where what they return differs between versions of the JDK, or where they throw, their own code
 * is still there: it runs unless all was done. The others become the call.
 */
public final class ArrayLoopsPatch extends JdkPatch {
  /** Whatever is asked for is done. */
  private static final int ALWAYS = -1;

  /** Where all was done there is nothing to return. */
  private static final int NOTHING = -2;

  /**
   * @param name of the runtime's method, which has the parameters of the JDK's
   * @param result which of the parameters is returned where the runtime says that all was done
   */
  private record Done(String name, int result) {}

  private final Map<String, Done> methods;

  private ArrayLoopsPatch(String className, Map<String, Done> methods, int fewest) {
    super(className, fewest, methods.size());
    this.methods = methods;
  }

  /** All of them. */
  static List<JdkPatch> all() {
    return List.of(
        new ArrayLoopsPatch(
            "java/lang/StringLatin1",
            Map.of(
                "hashCode([B)I", new Done("hash", ALWAYS),
                "equals([B[B)Z", new Done("equal", ALWAYS),
                "compareTo([B[B)I", new Done("compare", ALWAYS),
                "indexOfChar([BIII)I", new Done("indexOf", ALWAYS),
                "inflate([BI[CII)V", new Done("inflate", ALWAYS)),
            5),
        new ArrayLoopsPatch(
            "java/lang/StringUTF16", Map.of("compress([CI[BII)I", new Done("compress", 4)), 1),
        new ArrayLoopsPatch(
            "java/lang/StringCoding",
            Map.of(
                "hasNegatives([BII)Z", new Done("arePositive", NOTHING),
                "countPositives([BII)I", new Done("arePositive", 2)),
            1),
        new ArrayLoopsPatch(
            "java/util/Arrays",
            Map.of(
                "hashCode([C)I", new Done("hash", ALWAYS),
                "fill([BB)V", new Done("fill", NOTHING),
                "fill([BIIB)V", new Done("fill", NOTHING),
                "fill([CC)V", new Done("fill", NOTHING),
                "fill([CIIC)V", new Done("fill", NOTHING),
                "fill([II)V", new Done("fill", NOTHING),
                "fill([IIII)V", new Done("fill", NOTHING)),
            7));
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    Done done = methods.get(name + descriptor);
    if (done == null) {
      return null;
    }
    return done.result() == ALWAYS
        ? new Replaced(name, descriptor, done, next)
        : new Preceded(name, descriptor, done, next);
  }

  /** Writes the call; returns how many words its arguments are. */
  private static int call(MethodPatch code, String descriptor, String name, Type returned) {
    int words = 0;
    Type[] parameters = Type.getArgumentTypes(descriptor);
    for (Type parameter : parameters) {
      code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), words);
      words += parameter.getSize();
    }
    code.callRuntime(HookNames.ARRAYS, name, Type.getMethodDescriptor(returned, parameters));
    return words;
  }

  /** The code is the call. */
  private static final class Replaced extends MethodPatch {
    private final String descriptor;
    private final Done done;

    Replaced(String method, String descriptor, Done done, MethodVisitor next) {
      super(method, 1, 0, next);
      this.descriptor = descriptor;
      this.done = done;
    }

    @Override
    public void visitCode() {
      insertions++;
      super.visitCode();
      Type returned = Type.getReturnType(descriptor);
      int words = call(this, descriptor, done.name(), returned);
      visitInsn(returned.getOpcode(Opcodes.IRETURN));
      visitMaxs(Math.max(words, returned.getSize()), words);
      visitEnd();
      mv = null; // what was there is left out
    }
  }

  /** The call comes first, and returns where it has done all. */
  private static final class Preceded extends MethodPatch {
    private final String descriptor;
    private final Done done;

    Preceded(String method, String descriptor, Done done, MethodVisitor next) {
      super(method, 1, Type.getArgumentsAndReturnSizes(descriptor) >> 2, next);
      this.descriptor = descriptor;
      this.done = done;
    }

    @Override
    public void visitCode() {
      insertions++;
      super.visitCode();
      call(this, descriptor, done.name(), Type.BOOLEAN_TYPE);
      Label own = new Label();
      visitJumpInsn(Opcodes.IFEQ, own);
      Type returned = Type.getReturnType(descriptor);
      if (returned != Type.VOID_TYPE && done.result() == NOTHING) {
        visitInsn(Opcodes.ICONST_0);
      } else if (returned != Type.VOID_TYPE) {
        visitVarInsn(Opcodes.ILOAD, done.result());
      }
      visitInsn(returned.getOpcode(Opcodes.IRETURN));
      visitLabel(own);
      visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      visitInsn(Opcodes.NOP); // or a loop that the method begins with would have the frame twice
    }
  }
}
