package dev.jpgo.core.phase.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.RareBlocks;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.dynamic.DynamicSites;
import dev.jpgo.core.phase.dynamic.KnownBootstraps;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineContext;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Fields become values where nobody can tell, and objects are made everywhere else. */
class ScalarReplacementTest {
  private static final int[] NUMBERS = {-129, -3, -1, 0, 1, 2, 3, 4, 5, 7, 9, 99, 101, 70000};

  private static final Transformed STAYING = transformed(world(), TestWorld.bytes(name()));

  private static TestWorld world() {
    return new TestWorld().load(Staying.class).uninitialized(Staying.Late.class);
  }

  private static String name() {
    return Staying.class.getName().replace('.', '/');
  }

  private static Transformed transformed(TestWorld world, byte[] bytes) {
    return new Transformed(
        world,
        bytes,
        Transformed.EAGER,
        context ->
            List.of(
                new RareBlocks(),
                new ScalarReplacement(inlining(context.world(), context.owner()))));
  }

  /** What the phase goes by, for a class of a world, in an interpreter. */
  public static InlineContext inlining(World world, LoadedClass owner) {
    return new InlineContext(
        owner,
        world,
        Mode.INTERPRETER,
        CostModel.of(Mode.INTERPRETER),
        InlineLimits.of(Mode.INTERPRETER),
        new FlagField("the/Runtime", "f0"),
        FreeChoices.SENSIBLE,
        false,
        new DynamicSites(world, Mode.INTERPRETER, new KnownBootstraps(), Set.of()));
  }

  private static void assertSame(String method) {
    for (int number : NUMBERS) {
      STAYING.assertSame(method, number);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"types", "pair", "below", "loop", "inHandler", "linked", "asked", "picky"})
  void anObjectThatStaysIsNotMade(String method) {
    assertSame(method);
    int thrown = method.equals("picky") ? 1 : 0;
    assertEquals(thrown, STAYING.count(method, Opcodes.NEW), method);
    assertEquals(thrown, STAYING.count(method, Opcodes.INVOKESPECIAL), method);
    assertEquals(0, STAYING.count(method, Opcodes.GETFIELD), method);
    assertEquals(0, STAYING.count(method, Opcodes.PUTFIELD), method);
    assertEquals(0, STAYING.count(method, Opcodes.INSTANCEOF), method);
    assertEquals(0, STAYING.count(method, Opcodes.CHECKCAST), method);
  }

  @Test
  void whatItsConstructorCallsIsStillCalled() {
    STAYING.assertSame("checking", "text");
    STAYING.assertSame("checking", new Object[] {null});
    assertEquals(0, STAYING.count("checking", Opcodes.NEW));
    assertEquals(1, STAYING.count("checking", Opcodes.INVOKESTATIC));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stored",
        "storedInAnArray",
        "storedInItself",
        "storedInItselfBehindACast",
        "passed",
        "returned",
        "thrown",
        "locked",
        "lockedRarely",
        "merged",
        "seenInAHandler",
        "wrongCast",
        "leaking",
        "calling",
        "handling",
        "finished",
        "seen",
        "late",
        "rareUseOfWhatMayChange",
        "rareUseOfWhatReflectionMayChange",
        "changedBeforeARareUse",
        "comparedAfterARareUse",
        "rareUseOfWhatCounts"
      })
  void anObjectThatLeavesIsMade(String method) {
    assertSame(method);
    assertEquals(0, STAYING.changes(method), method);
    assertTrue(STAYING.count(method, Opcodes.NEW) >= 1, method);
  }

  @Test
  void anObjectThatAnotherHoldsIsNotMadeEither() {
    assertSame("heldByAnother");
    assertEquals(2, STAYING.changes("heldByAnother"));
    assertEquals(0, STAYING.count("heldByAnother", Opcodes.NEW));
  }

  @Test
  void anObjectThatARareConstructorNeedsIsNotReplacedTogetherWithTheOther() {
    assertSame("rarelyConstructedWithAnother");
    assertEquals(0, STAYING.countBefore("rarelyConstructedWithAnother", Opcodes.NEW, "rare"));
  }

  @Test
  void objectsThatMeetAreMade() {
    assertSame("swapped");
    assertEquals(2, STAYING.count("swapped", Opcodes.NEW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rareUse", "rareUseInALoop", "madeAnewInALoop", "rareReturn", "rareHandler"})
  void anObjectThatOnlyRareCodeNeedsIsMadeThereAndOnce(String method) {
    assertSame(method);
    assertEquals(1, STAYING.changes(method), method);
    assertEquals(0, STAYING.count(method, Opcodes.GETFIELD), method);
    assertEquals(1, STAYING.count(method, Opcodes.IFNONNULL), method);
    assertEquals(1, STAYING.count(method, Opcodes.NEW), method);
  }

  @Test
  void nothingIsDoneIfTheConstructorsCodeIsNotKnown() {
    TestWorld unknown = world().unknown(Staying.Above.class);
    assertEquals(0, transformed(unknown, TestWorld.bytes(name())).changes("below"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 127, 128, 300, 70000, -200})
  void anIntThatIsStoredToANarrowerFieldIsWhatTheFieldHolds(int value) {
    Transformed odd = transformed(world(), odd());
    for (String type : List.of("booleans", "bytes", "shorts", "chars")) {
      odd.assertSame(type, value);
      assertEquals(1, odd.changes(type), type);
      assertEquals(0, odd.count(type, Opcodes.NEW), type);
    }
  }

  /** Bytecode no compiler makes: an int stored as if it were of another type. */
  private static byte[] odd() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name(), null, "java/lang/Object", null);
    stored(writer, "booleans", "z", "Z");
    stored(writer, "bytes", "b", "B");
    stored(writer, "shorts", "s", "S");
    stored(writer, "chars", "c", "C");
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void stored(ClassWriter writer, String name, String field, String type) {
    String cell = name() + "$Cell";
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "(I)I", null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, cell);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, cell, "<init>", "()V", false);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitFieldInsn(Opcodes.PUTFIELD, cell, field, type);
    code.visitFieldInsn(Opcodes.GETFIELD, cell, field, type);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
