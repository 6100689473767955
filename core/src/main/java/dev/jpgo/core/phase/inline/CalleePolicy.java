package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.dynamic.HandleOperation;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which methods must keep a frame, or a body, of their own, whoever calls them. A body that asks
 * the VM about its frame directly would get another answer when inlined; so would one that the VM
 * treats by name. Answers are reasons against; null is a yes. Stateless.
 */
final class CalleePolicy {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String EVENT = "jdk/internal/event/Event";
  private static final String INTERNAL = "Ljdk/internal/vm/annotation/";

  private CalleePolicy() {}

  /**
   * What can be said from the declaration alone, without looking at code.
   *
   * @param locks as in {@link InlineLimits}
   */
  static @Nullable String refuseDeclaration(ResolvedMethod target, Mode mode, LockPlaces locks) {
    if (target.method().isAbstract()) {
      return "abstract";
    }
    if (!target.method().hasCode()) {
      return "native";
    }
    if (target.method().isSynchronized() && (locks == LockPlaces.NOWHERE || mode == Mode.JIT)) {
      return "synchronized";
    }
    if (target.method().name().startsWith("<")) {
      return "an initializer works on an uninitialized object";
    }
    return refuseFrameless(target, mode);
  }

  /** What can be said from the declaration of a constructor whose object is not made. */
  static @Nullable String refuseConstructor(ResolvedMethod target, Mode mode) {
    return target.method().hasCode() ? refuseFrameless(target, mode) : "native";
  }

  private static @Nullable String refuseFrameless(ResolvedMethod target, Mode mode) {
    if (target.method().callerSensitive()) {
      return "caller-sensitive";
    }
    if (target.owner().loader() == World.BOOT_LOADER
        && isVmBusiness(target.owner().name())
        && !(mode == Mode.INTERPRETER && target.owner().name().equals(UNSAFE))) {
      return "the VM's own business";
    }
    if (isEvent(target.owner())) {
      return "events are changed behind all agents";
    }
    return target.method().isStatic() && !target.owner().initialized()
        ? "its class is not initialized"
        : intrinsic(target, mode);
  }

  /**
   * Whether a class is an event of the flight recorder, the JDK's or a program's own: the VM writes
   * what its methods do when all agents have seen it, and they do nothing before.
   */
  private static boolean isEvent(LoadedClass owner) {
    @Nullable LoadedClass type = owner;
    while (type != null && !type.name().equals(EVENT)) {
      type = type.superclass().orElse(null);
    }
    return type != null;
  }

  /**
   * Classes whose methods the VM knows by name, or whose frames it looks for, or that the flight
   * recorder of JDK 17 changes behind all agents (its {@code jdk.jfr.internal.instrument}).
   */
  private static boolean isVmBusiness(String owner) {
    if (owner.startsWith("java/lang/ref/")
        || owner.startsWith("java/lang/invoke/")
        || owner.startsWith("java/lang/reflect/")
        || owner.startsWith("jdk/internal/reflect/")
        || owner.startsWith("jdk/internal/vm/")
        || owner.startsWith("java/security/AccessControl")) {
      return true;
    }
    return switch (owner) {
      case "java/lang/Object",
          "java/lang/Thread",
          "java/lang/VirtualThread",
          "java/lang/ClassLoader",
          "java/lang/Throwable",
          "java/lang/Error",
          "java/io/FileInputStream",
          "java/io/FileOutputStream",
          "java/io/RandomAccessFile",
          "java/net/Socket$SocketInputStream",
          "java/net/Socket$SocketOutputStream",
          "sun/nio/ch/FileChannelImpl",
          "sun/nio/ch/SocketChannelImpl",
          "java/lang/StackWalker",
          "java/lang/Shutdown",
          "java/lang/ScopedValue",
          "java/lang/ScopedValue$Carrier",
          "jdk/internal/misc/Unsafe",
          "sun/misc/Unsafe" ->
          true;
      default -> false;
    };
  }

  private static @Nullable String intrinsic(ResolvedMethod target, Mode mode) {
    if (mode == Mode.JIT) {
      return null; // it is annotated
    }
    if (isInterpreterIntrinsic(target)) {
      return "an intrinsic of the interpreter";
    }
    return mode == Mode.C1 && isIntrinsicOfC1(target) ? "an intrinsic of C1" : null;
  }

  /**
   * What C1 has code of its own for beside that, of what is not native (HotSpot's c1_Compiler.cpp,
   * {@code is_intrinsic_supported}).
   */
  private static boolean isIntrinsicOfC1(ResolvedMethod target) {
    String name = target.method().name();
    return switch (target.owner().name()) {
      case "java/lang/StringUTF16" -> name.equals("getChar") || name.equals("putChar");
      case "jdk/internal/util/Preconditions" -> name.startsWith("check");
      case "jdk/internal/util/ArraysSupport" -> name.equals("vectorizedMismatch");
      case "java/nio/Buffer" -> name.equals("checkIndex");
      case "java/lang/Class" -> name.equals("cast") || name.equals("isInstance");
      default -> false;
    };
  }

  /**
   * The few methods for which HotSpot's interpreter has entries of its own (its {@code
   * AbstractInterpreter::MethodKind}), and its compilers, too.
   */
  private static boolean isInterpreterIntrinsic(ResolvedMethod target) {
    String name = target.method().name();
    return switch (target.owner().name()) {
      case "java/lang/Math", "java/lang/StrictMath" ->
          switch (name) {
            case "sin", "cos", "tan", "sinh", "cosh", "tanh", "cbrt", "sqrt", "log", "log10" ->
                true;
            case "pow", "exp", "fma" -> true;
            case "abs" -> target.method().descriptor().equals("(D)D");
            default -> false;
          };
      case "java/util/zip/CRC32", "java/util/zip/CRC32C" -> true;
      case "java/lang/Float", "java/lang/Double" ->
          name.contains("Bits") || name.contains("loat16");
      default -> false;
    };
  }

  /** What the annotations of a method say. */
  static @Nullable String refuseAnnotations(MethodNode code, Mode mode) {
    List<AnnotationNode> annotations = code.visibleAnnotations;
    if (annotations == null) {
      return null;
    }
    for (AnnotationNode annotation : annotations) {
      String name = annotation.desc;
      if (name.endsWith("/CallerSensitive;")) {
        return "caller-sensitive";
      }
      if (name.startsWith(INTERNAL)) {
        switch (name.substring(INTERNAL.length())) {
          case "Hidden;",
              "ReservedStackAccess;",
              "DontInline;",
              "ChangesCurrentThread;",
              "JvmtiMountTransition;",
              "JvmtiHideEvents;",
              "Scoped;" -> {
            return "annotated " + simple(name);
          }
          case "IntrinsicCandidate;" -> {
            if (mode == Mode.JIT) {
              return "an intrinsic candidate";
            }
          }
          default -> {}
        }
      } else if (name.endsWith("/ScopedMemoryAccess$Scoped;")) {
        return "annotated " + simple(name);
      }
    }
    return null;
  }

  private static String simple(String descriptor) {
    return descriptor.substring(descriptor.lastIndexOf('/') + 1, descriptor.length() - 1);
  }

  /** Why an instruction of {@code owner} must keep the frame it is in, or null. */
  static @Nullable String refuseInstr(World world, LoadedClass owner, Instr instr) {
    switch (instr.op()) {
      case Opcodes.INVOKEDYNAMIC -> {
        return "has an invokedynamic";
      }
      case Opcodes.LDC -> {
        Object value = ((Operand.Constant) instr.operand()).value();
        return value instanceof Type type && type.getSort() != Type.METHOD
            ? null
            : value instanceof Handle ? "has a method handle constant" : "has a dynamic constant";
      }
      default -> {
        return Op.isInvoke(instr.op())
            ? refuseCall(world, owner, (Operand.Method) instr.operand())
            : null;
      }
    }
  }

  private static @Nullable String refuseCall(World world, LoadedClass owner, Operand.Method call) {
    if (call.owner().startsWith("[")
        || RuntimeCalls.isOwner(call.owner())
        || HandleOperation.isAccess(call)) {
      return null;
    }
    Optional<LoadedClass> named = world.find(owner, call.owner());
    if (named.isEmpty()) {
      return "calls what is not loaded: " + call.owner() + "." + call.name();
    }
    Optional<ResolvedMethod> method =
        MethodResolver.resolve(named.get(), call.name(), call.descriptor(), call.isInterface());
    if (method.isEmpty()) {
      return "calls what is not known: " + call.owner() + "." + call.name();
    }
    if (method.get().method().callerSensitive() || walksStack(method.get())) {
      return "calls what looks at its caller: " + call.owner() + "." + call.name();
    }
    return null;
  }

  /**
   * Why nothing may be inlined into a method, or null: constructors of exceptions' classes, and
   * what fills in their traces. The VM leaves those that an exception is made in out of its trace
   * (javaClasses.cpp, {@code fill_in_stack_trace}), innermost frames first, until there is another;
   * if that one is inlined in one of them, it goes along with it, and that one, too.
   */
  static @Nullable String refuseCaller(ResolvedMethod method) {
    String name = method.method().name();
    if (!name.equals("<init>") && !name.equals("fillInStackTrace")) {
      return null;
    }
    LoadedClass at = method.owner();
    while (at.known() && !at.name().equals("java/lang/Throwable")) {
      Optional<LoadedClass> above = at.superclass();
      if (above.isEmpty()) {
        return null;
      }
      at = above.get();
    }
    return "it makes exceptions, and is not in their traces";
  }

  private static boolean walksStack(ResolvedMethod called) {
    String name = called.method().name();
    return switch (called.owner().name()) {
      case "java/lang/StackWalker" -> true;
      case "java/lang/Thread" ->
          name.equals("getStackTrace")
              || name.equals("dumpStack")
              || name.equals("countStackFrames");
      case "java/lang/Throwable" -> name.equals("fillInStackTrace");
      case "jdk/internal/reflect/Reflection", "sun/reflect/Reflection" ->
          name.equals("getCallerClass");
      case "java/lang/SecurityManager" -> name.equals("getClassContext");
      default -> false;
    };
  }
}
