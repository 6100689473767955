package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.dynamic.FunctionLinkage;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Class files that today's javac does not make, or not of classes that fit each other. */
class CompiledApartTest {
  private static final String NAME = "dev/jpgo/core/phase/targets/MadeByHand";

  private final TestWorld world = new TestWorld();

  private CompileResult compile(byte[] bytes, String method) {
    world.define(bytes);
    LoadedClass owner = world.loaded(NAME);
    return new Harness(world)
        .compile(
            owner,
            owner.info().methods().stream()
                .filter(each -> each.name().equals(method))
                .findFirst()
                .orElseThrow());
  }

  private static ClassWriter writer(int version, int access) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, access, NAME, null, "java/lang/Object", null);
    return writer;
  }

  /** {@code int priv() { return 7; }} of an interface, and a method that calls it. */
  private static byte[] calling(String descriptor, int access) {
    ClassWriter writer = writer(Opcodes.V9, Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT);
    MethodVisitor called = writer.visitMethod(Opcodes.ACC_PRIVATE, "priv", "()I", null, null);
    called.visitCode();
    called.visitIntInsn(Opcodes.BIPUSH, 7);
    called.visitInsn(Opcodes.IRETURN);
    called.visitMaxs(1, 1);
    called.visitEnd();
    MethodVisitor code = writer.visitMethod(access, "calls", descriptor, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "priv", "()I", true);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void aPrivateMethodOfAnInterfaceIsCalledOnWhatIsKnownToHaveIt() {
    CompileResult result = compile(calling("()I", Opcodes.ACC_PUBLIC), "calls");
    assertTrue(Harness.explain(result).contains("+ MadeByHand.priv: private"));
  }

  /** The VM throws IllegalAccessError where the object does not have the interface (JVMS 6.5). */
  @Test
  void othersAreLeftToTheVm() {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    assertEquals(
        """
        unchanged: no call is worth inlining
        - MadeByHand.priv: the receiver may not be of this interface
        """,
        Harness.explain(compile(calling("(L" + NAME + ";)I", access), "calls")));
  }

  /** A loop of an older version comes in by such calls. */
  @Test
  void callsOfTheRuntimeAreNoneOfTheProgram() {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    ClassWriter writer = writer(Opcodes.V17, access);
    MethodVisitor code = writer.visitMethod(access, "entered", "()J", null, null);
    String handover = "dev/jpgo/runtime/JpgoHandover";
    code.visitCode();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "dev/jpgo/runtime/JpgoOsr", "take", "(I)L" + handover + ";", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, handover, "takeLong", "()J", false);
    code.visitInsn(Opcodes.LRETURN);
    code.visitMaxs(2, 0);
    code.visitEnd();
    writer.visitEnd();
    CompileResult result = compile(writer.toByteArray(), "entered");
    assertEquals(List.of(), result.decisions());
    assertEquals(0, result.stats().callSites());
  }

  /** The VM throws IncompatibleClassChangeError (JVMS 5.3.5). */
  @Test
  void aSealedInterfaceIsNotImplementedForAFunction() {
    for (boolean sealed : new boolean[] {false, true}) {
      ClassWriter writer = writer(Opcodes.V17, Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT);
      if (sealed) {
        writer.visitPermittedSubclass(NAME + "$Below");
      }
      writer.visitEnd();
      LoadedClass type = new TestWorld().define(writer.toByteArray()).loaded(NAME);
      assertEquals(!sealed, FunctionLinkage.isImplementedUnseen(type));
    }
  }

  private static byte[] locking(int version) {
    ClassWriter writer = writer(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    for (String name : new String[] {"locked", "calls"}) {
      boolean callee = name.equals("locked");
      MethodVisitor code =
          writer.visitMethod(
              callee ? access | Opcodes.ACC_SYNCHRONIZED : access, name, "()I", null, null);
      code.visitCode();
      if (callee) {
        code.visitInsn(Opcodes.ICONST_3);
      } else {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, "locked", "()I", false);
      }
      code.visitInsn(Opcodes.IRETURN);
      code.visitMaxs(1, 0);
      code.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** The class that it locks would be a constant that its class file may not have. */
  @Test
  void aStaticMethodOfAnOldClassFileLocksItsClassItself() {
    assertTrue(
        Harness.explain(compile(locking(Opcodes.V1_4), "calls"))
            .contains("- MadeByHand.locked: class constants need a newer class file"));
  }

  @Test
  void inANewerOneItIsInlined() {
    assertTrue(
        Harness.explain(compile(locking(Opcodes.V1_5), "calls")).contains("+ MadeByHand.locked"));
  }

  /** A method that calls another one, which writes a final field, static or not. */
  private static byte[] writing(boolean isStatic) {
    ClassWriter writer = writer(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER);
    int fieldAccess = Opcodes.ACC_FINAL | (isStatic ? Opcodes.ACC_STATIC : 0);
    writer.visitField(fieldAccess, "kept", "I", null, null).visitEnd();
    for (String name : new String[] {"writes", "calls"}) {
      MethodVisitor code =
          writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, name, "()V", null, null);
      code.visitCode();
      code.visitVarInsn(Opcodes.ALOAD, 0);
      if (name.equals("calls")) {
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "writes", "()V", false);
      } else {
        code.visitInsn(isStatic ? Opcodes.POP : Opcodes.NOP);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitFieldInsn(isStatic ? Opcodes.PUTSTATIC : Opcodes.PUTFIELD, NAME, "kept", "I");
      }
      code.visitInsn(Opcodes.RETURN);
      code.visitMaxs(2, 1);
      code.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** The VM throws IllegalAccessError for a method that is no constructor, and names it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFinalFieldIsWrittenByTheMethodThatSaysSo(boolean isStatic) {
    assertTrue(
        Harness.explain(compile(writing(isStatic), "calls"))
            .contains("- MadeByHand.writes: writes a final field"));
  }

  /** A class with one method {@code int m()}. */
  private static byte[] declaring(String name, String superName, int access) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, superName, null);
    MethodVisitor code = writer.visitMethod(access, "m", "()I", null, null);
    code.visitCode();
    code.visitInsn(Opcodes.ICONST_3);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** A class of another package may override what is above it (JVMS 5.4.5). */
  @ParameterizedTest
  @ValueSource(ints = {0, Opcodes.ACC_PROTECTED, Opcodes.ACC_PUBLIC})
  void aFinalMethodThatOnlyItsPackageSeesIsTheOnlyTargetForNow(int access) {
    String lower = NAME + "Lower";
    world
        .define(declaring(NAME, "java/lang/Object", Opcodes.ACC_PUBLIC))
        .define(declaring(lower, NAME, access | Opcodes.ACC_FINAL));
    ResolvedMethod resolved =
        MethodResolver.resolve(world.loaded(NAME), "m", "()I", false).orElseThrow();
    HierarchyAnalysis.Target target =
        new HierarchyAnalysis().uniqueTarget(world.loaded(lower), resolved).orElseThrow();
    assertEquals(lower, target.method().owner().name());
    assertEquals(access == 0, target.assumption().isPresent());
  }

  private static final String FAR = "dev/jpgo/core/phase/targets/far/MadeByHandToo";
  private static final String OTHER = "dev/jpgo/core/phase/targets/MadeByHandOther";

  /** What instructions of one package's class touch, of another one's. */
  private enum Touch {
    CLASS,
    ARRAY,
    CONSTANT,
    METHOD,
    FIELD,
    STATIC_FIELD,
    CONSTRUCTOR;

    /**
     * @param type what the object is cast to, as the verifier asks for if a member is protected
     */
    void write(MethodVisitor code, String type) {
      switch (this) {
        case CLASS -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitTypeInsn(Opcodes.INSTANCEOF, OTHER);
        }
        case ARRAY -> {
          code.visitInsn(Opcodes.ICONST_2);
          code.visitTypeInsn(Opcodes.ANEWARRAY, OTHER);
          code.visitInsn(Opcodes.ARRAYLENGTH);
        }
        case CONSTANT -> {
          code.visitLdcInsn(Type.getObjectType(OTHER));
          code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
        }
        case METHOD -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitTypeInsn(Opcodes.CHECKCAST, type);
          code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, OTHER, "m", "()I", false);
        }
        case FIELD -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitTypeInsn(Opcodes.CHECKCAST, type);
          code.visitFieldInsn(Opcodes.GETFIELD, OTHER, "f", "I");
        }
        case STATIC_FIELD -> code.visitFieldInsn(Opcodes.GETSTATIC, OTHER, "s", "I");
        case CONSTRUCTOR -> {
          code.visitTypeInsn(Opcodes.NEW, OTHER);
          code.visitInsn(Opcodes.DUP);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OTHER, "<init>", "()V", false);
          code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
        }
      }
    }
  }

  /** A public class that touches, or that calls what touches. */
  private static byte[] touching(String name, String superName, Consumer<MethodVisitor> body) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, superName, null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor code = writer.visitMethod(access, "calls", "(L" + OTHER + ";)I", null, null);
    code.visitCode();
    body.accept(code);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(2, 1);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static byte[] touched(int classAccess, int access) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17, classAccess | Opcodes.ACC_SUPER, OTHER, null, "java/lang/Object", null);
    writer.visitField(access, "f", "I", null, null).visitEnd();
    writer.visitField(access | Opcodes.ACC_STATIC, "s", "I", null, null).visitEnd();
    for (String name : new String[] {"<init>", "m"}) {
      boolean init = name.equals("<init>");
      MethodVisitor code = writer.visitMethod(access, name, init ? "()V" : "()I", null, null);
      code.visitCode();
      if (init) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", name, "()V", false);
        code.visitInsn(Opcodes.RETURN);
      } else {
        code.visitInsn(Opcodes.ICONST_3);
        code.visitInsn(Opcodes.IRETURN);
      }
      code.visitMaxs(1, 1);
      code.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** What is said of a call, from the package of what is touched, of what touches it from afar. */
  private String touches(Touch touch, boolean below, int classAccess, int access) {
    world
        .strict()
        .define(touched(classAccess, access))
        .define(
            below
                ? touching(FAR, OTHER, code -> touch.write(code, FAR))
                : touching(FAR, "java/lang/Object", code -> touch.write(code, OTHER)));
    return Harness.explain(
        compile(
            touching(
                NAME,
                "java/lang/Object",
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitMethodInsn(
                      Opcodes.INVOKESTATIC, FAR, "calls", "(L" + OTHER + ";)I", false);
                }),
            "calls"));
  }

  /** The VM throws IllegalAccessError, though the caller may do the same. */
  @ParameterizedTest
  @EnumSource(Touch.class)
  void whatItsOwnClassMayNotTouchIsNotTouchedByTheCaller(Touch touch) {
    boolean classAlone = touch.compareTo(Touch.METHOD) < 0;
    String said = touches(touch, false, classAlone ? 0 : Opcodes.ACC_PUBLIC, 0);
    assertTrue(said.contains("- MadeByHandToo.calls: not accessible: " + OTHER), said);
  }

  @ParameterizedTest
  @EnumSource(Touch.class)
  void whatBothMayTouchIs(Touch touch) {
    String said = touches(touch, false, Opcodes.ACC_PUBLIC, Opcodes.ACC_PUBLIC);
    assertTrue(said.contains("+ MadeByHandToo.calls"), said);
  }

  /** Of an object that is one of the class itself, as the verifier sees to. */
  @ParameterizedTest
  @EnumSource(
      value = Touch.class,
      names = {"METHOD", "FIELD", "STATIC_FIELD"})
  void whatIsProtectedIsTouchedFromBelow(Touch touch) {
    String said = touches(touch, true, Opcodes.ACC_PUBLIC, Opcodes.ACC_PROTECTED);
    assertTrue(said.contains("+ MadeByHandToo.calls"), said);
  }

  @ParameterizedTest
  @EnumSource(
      value = Touch.class,
      names = {"METHOD", "FIELD", "STATIC_FIELD"})
  void whatIsProtectedIsNotTouchedFromElsewhere(Touch touch) {
    String said = touches(touch, false, Opcodes.ACC_PUBLIC, Opcodes.ACC_PROTECTED);
    assertTrue(said.contains("- MadeByHandToo.calls: not accessible: " + OTHER), said);
  }
}
