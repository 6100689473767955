package dev.jpgo.agent.world;

import dev.jpgo.agent.redefine.CounterAllocator;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.runtime.JpgoFlagHolder;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The JVM that the tests run in, as the agent sees it, and more classes for it. */
public final class LiveProgram {
  private static final Instrumentation INSTRUMENTATION = attached();
  private static final VmInternals VM = internals();
  private static final FlagAllocator FLAGS = new FlagAllocator(runtime());
  private static final CounterAllocator COUNTERS = new CounterAllocator(runtime());

  private final PendingClasses pending = new PendingClasses();
  private final ClassRegistry registry;

  /** Classes of its own, delegated to the tests' loader otherwise. */
  public static final class Loader extends ClassLoader {
    public Loader() {
      this(LiveProgram.class.getClassLoader());
    }

    Loader(ClassLoader parent) {
      super(parent);
    }

    public Class<?> define(byte[] bytes) {
      return defineClass(null, bytes, 0, bytes.length);
    }
  }

  /** With so many bytes for class files. */
  public LiveProgram(long bytesLimit) {
    registry = new ClassRegistry(INSTRUMENTATION, pending, bytesLimit);
    registry.start(VM);
    registry.refresh();
  }

  /** By reflection: the class has annotations that are not on the path, which javac warns of. */
  private static Instrumentation attached() {
    try {
      Class<?> attacher = Class.forName("net.bytebuddy.agent.ByteBuddyAgent");
      return (Instrumentation) attacher.getMethod("install").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VmInternals internals() {
    INSTRUMENTATION.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of(
            "java.lang",
            Set.of(LiveProgram.class.getModule()),
            "java.lang.invoke",
            Set.of(LiveProgram.class.getModule()),
            "jdk.internal.misc",
            Set.of(LiveProgram.class.getModule())),
        Set.of(),
        Map.of());
    try {
      return new VmInternals(new ThreadGroup("tests"));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandles.Lookup runtime() {
    try {
      return MethodHandles.privateLookupIn(JpgoFlagHolder.class, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  public Instrumentation instrumentation() {
    return INSTRUMENTATION;
  }

  public PendingClasses pending() {
    return pending;
  }

  public ClassRegistry registry() {
    return registry;
  }

  /** The counters of all tests: a JVM can have but one allocator. */
  public static CounterAllocator counters() {
    return COUNTERS;
  }

  public FlagAllocator flags() {
    return FLAGS;
  }

  public FlagAllocator.Flag flag() {
    return FLAGS.allocate();
  }

  /** The record of a class, with the shape that its bytes have. */
  public ClassRecord known(Class<?> type, byte[] bytes) {
    ClassRecord record = registry.record(type);
    registry.captured(record, bytes);
    return record;
  }

  /** A class with nothing in it. */
  public static byte[] classFile(String name) {
    return classFile(name, "java/lang/Object", List.of(), false);
  }

  /** A class with one method {@code int value()} in its public interface, or none. */
  public static byte[] classFile(
      String name, String superName, List<String> interfaces, boolean value) {
    return classFile(Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, superName, interfaces, value);
  }

  static byte[] classFile(
      int access, String name, String superName, List<String> interfaces, boolean value) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V11, access, name, null, superName, interfaces.toArray(new String[0]));
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    init.visitCode();
    init.visitVarInsn(Opcodes.ALOAD, 0);
    init.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(0, 0);
    init.visitEnd();
    if (value) {
      MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "value", "()I", null, null);
      code.visitCode();
      code.visitInsn(Opcodes.ICONST_1);
      code.visitInsn(Opcodes.IRETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Whether code of one class means another by its name. */
  boolean finds(ClassRecord from, LoadedClass wanted) {
    return registry.find(from, wanted.name()).filter(found -> found == wanted).isPresent();
  }
}
