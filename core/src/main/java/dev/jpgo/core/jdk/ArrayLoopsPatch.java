package dev.jpgo.core.jdk;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Methods of the JDK that go over arrays element by element do so by words ({@code JpgoArrays}).
 * Where what they return differs between versions of the JDK, or where they throw, their own code
 * is still there: it runs unless all was done. The others become the call.
 */
public final class ArrayLoopsPatch extends MethodsPatch {
  /** The runtime does whatever is asked for, and its result is the method's. */
  private static final int ALWAYS = -1;

  /** Where all was done nothing is returned, or false. */
  private static final int ZERO = -2;

  /**
   * What does it.
   *
   * @param name of the runtime's method, which has the parameters of the JDK's
   * @param result number of the parameter, all of one word, that is returned where the runtime says
   *     that all was done, or one of the constants
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
                "hasNegatives([BII)Z", new Done("arePositive", ZERO),
                "countPositives([BII)I", new Done("arePositive", 2)),
            1),
        new ArrayLoopsPatch(
            "java/util/Arrays",
            Map.of(
                "hashCode([C)I", new Done("hash", ALWAYS),
                "fill([BB)V", new Done("fill", ZERO),
                "fill([BIIB)V", new Done("fill", ZERO),
                "fill([CC)V", new Done("fill", ZERO),
                "fill([CIIC)V", new Done("fill", ZERO),
                "fill([II)V", new Done("fill", ZERO),
                "fill([IIII)V", new Done("fill", ZERO)),
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

  /** Writes the call, with the parameters of the method. */
  private static void call(MethodPatch to, String descriptor, Done done, Type result) {
    int slot = 0;
    Type[] parameters = Type.getArgumentTypes(descriptor);
    for (Type parameter : parameters) {
      to.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), slot);
      slot += parameter.getSize();
    }
    to.callRuntime(HookNames.ARRAYS, done.name(), Type.getMethodDescriptor(result, parameters));
  }

  /** Words of the parameters of a static method. */
  private static int words(String descriptor) {
    return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1; // none for "this"
  }

  /** The code is the call. */
  private static final class Replaced extends MethodPatch {
    private final String descriptor;
    private final Done done;

    Replaced(String method, String descriptor, Done done, MethodVisitor next) {
      super(method, 1, words(descriptor) + 1, next);
      this.descriptor = descriptor;
      this.done = done;
    }

    @Override
    public void visitCode() {
      insertions++;
      super.visitCode();
      Type returned = Type.getReturnType(descriptor);
      call(this, descriptor, done, returned);
      visitInsn(returned.getOpcode(Opcodes.IRETURN));
      visitMaxs(0, words(descriptor));
      visitEnd();
      mv = null; // what was there is left out
    }
  }

  /** The call comes first, and returns where it has done all. */
  private static final class Preceded extends PrecededMethod {
    private final String descriptor;
    private final Done done;

    Preceded(String method, String descriptor, Done done, MethodVisitor next) {
      super(method, words(descriptor) + 1, next);
      this.descriptor = descriptor;
      this.done = done;
    }

    @Override
    void begin() {
      call(this, descriptor, done, Type.BOOLEAN_TYPE);
      goOn(Opcodes.IFEQ);
      Type returned = Type.getReturnType(descriptor);
      if (returned != Type.VOID_TYPE) {
        if (done.result() == ZERO) {
          visitInsn(Opcodes.ICONST_0);
        } else {
          visitVarInsn(Opcodes.ILOAD, done.result());
        }
      }
      visitInsn(returned.getOpcode(Opcodes.IRETURN));
    }
  }
}
