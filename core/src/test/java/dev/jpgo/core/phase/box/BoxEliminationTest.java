package dev.jpgo.core.phase.box;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.RareBlocks;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Values take the place of boxes where nobody can tell, and nowhere else. */
class BoxEliminationTest {
  private static final int[] NUMBERS = {-129, -128, -1, 0, 1, 3, 4, 5, 127, 128, 150, 250, 40000};

  private static final Transformed BOXED =
      transformed(new TestWorld().load(Boxed.class), TestWorld.bytes(name()));

  private static String name() {
    return Boxed.class.getName().replace('.', '/');
  }

  private static Transformed transformed(TestWorld world, byte[] bytes) {
    return new Transformed(
        world,
        bytes,
        Transformed.EAGER,
        context -> List.of(new RareBlocks(), new BoxElimination(context.world(), context.owner())));
  }

  private static void assertSame(String method) {
    for (int number : NUMBERS) {
      BOXED.assertSame(method, number);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"local", "eachType", "asNumber", "tests", "sum", "merged", "inHandler", "hashes"})
  void noBoxIsLeft(String method) {
    assertSame(method);
    int calls = method.equals("hashes") ? 2 : 0; // of long and boolean
    assertEquals(calls, BOXED.count(method, Opcodes.INVOKEVIRTUAL), method);
    assertEquals(calls, BOXED.count(method, Opcodes.INVOKESTATIC), method);
    assertEquals(0, BOXED.count(method, Opcodes.CHECKCAST), method);
    assertEquals(0, BOXED.count(method, Opcodes.INSTANCEOF), method);
  }

  @Test
  void numbersAreConvertedAsTheirBoxesConvertThem() {
    for (double d : new double[] {0, -0.0, 1.5, -1e10, 1e300, Double.NaN, Double.MIN_VALUE}) {
      for (int x : NUMBERS) {
        BOXED.assertSame("conversions", x * 70001, x * 0x123456789L, d);
      }
    }
    assertEquals(0, BOXED.count("conversions", Opcodes.INVOKEVIRTUAL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "ownIdentity", "escapesTwice", "locked", "wrongCast"})
  void aBoxWhoseIdentityIsAskedForStays(String method) {
    assertSame(method);
    assertTrue(calls(method) >= 1, method);
  }

  private static int calls(String method) {
    return BOXED.count(method, Opcodes.INVOKESTATIC);
  }

  @Test
  void aBoxThatStaysIsNotUnboxed() {
    assertEquals(0, BOXED.count("escapesTwice", Opcodes.INVOKEVIRTUAL));
    assertEquals(0, BOXED.count("ownIdentity", Opcodes.INVOKEVIRTUAL));
    assertEquals(0, BOXED.count("locked", Opcodes.INVOKEVIRTUAL));
  }

  @Test
  void phisOfBoxesOfTwoTypesOrOfNullStay() {
    assertSame("mergedWithNull");
    assertSame("mergedAndTaken");
    assertSame("mixed");
    assertEquals(1, calls("mergedWithNull"));
    assertEquals(2, calls("mixed"));
  }

  @ParameterizedTest
  @CsvSource({
    "mergedWithAnother, 1",
    "mergedTwice, 2",
    "mergedInATry, 1",
    "mergedInALoop, 1",
    "mergedInALoopThatIsCaught, 1",
    "mergedWithAnotherAndTaken, 1",
    "mergedOfTwoTypes, 1"
  })
  void aBoxFromElsewhereIsUnboxedOnItsWay(String method, int unboxed) {
    for (int number : NUMBERS) {
      BOXED.assertSameButForNull(method, number);
    }
    assertEquals(unboxed, BOXED.count(method, Opcodes.INVOKEVIRTUAL), method);
  }

  @Test
  void boxesThatAreMergedWithOthersAreNotMade() {
    for (String method : List.of("mergedWithAnother", "mergedInATry", "mergedInALoop")) {
      assertEquals(1, calls(method), method); // of the other one
    }
    assertEquals(2, calls("mergedTwice"));
    assertEquals(3, calls("mergedInALoopThatIsCaught")); // where the box of before may be seen
  }

  @Test
  void aBoxThatOnlyRareCodeNeedsIsMadeThere() {
    assertSame("rareUse");
    assertSame("oneOfTwoRareUses");
    assertSame("madeAnewInALoop");
    assertEquals(0, BOXED.countBefore("rareUse", Opcodes.INVOKESTATIC, "rare"));
    assertEquals(0, BOXED.countBefore("oneOfTwoRareUses", Opcodes.INVOKESTATIC, "rare"));
    assertEquals(0, BOXED.countBefore("madeAnewInALoop", Opcodes.INVOKESTATIC, "rare"));
  }

  @Test
  void aBoxThatRareCodeMaySeeTwiceIsMadeOnce() {
    assertSame("rareUseInALoop");
    assertSame("twoRareUses");
  }

  @Test
  void nullIsUnboxedAsEver() {
    BOXED.assertSame("unboxesNull", new Object[] {null});
    assertEquals(0, BOXED.changes("unboxesNull"));
  }

  @Test
  void nothingIsDoneBeforeTheClassIsInitialized() {
    TestWorld world = new TestWorld().load(Boxed.class).uninitialized(Integer.class);
    assertEquals(0, transformed(world, TestWorld.bytes(name())).changes("local"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 127, 128, 300, 70000, -200})
  void anIntThatIsPassedForANarrowerTypeIsWhatTheBoxSays(int value) {
    Transformed odd = transformed(new TestWorld(), odd());
    for (String type : List.of("booleans", "bytes", "shorts", "chars")) {
      odd.assertSame(type, value);
      assertEquals(0, odd.changes(type));
    }
  }

  /** Bytecode no compiler makes: an int boxed as if it were of another type. */
  private static byte[] odd() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name(), null, "java/lang/Object", null);
    passed(writer, "booleans", "Boolean", "Z", "booleanValue");
    passed(writer, "bytes", "Byte", "B", "byteValue");
    passed(writer, "shorts", "Short", "S", "shortValue");
    passed(writer, "chars", "Character", "C", "charValue");
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void passed(
      ClassWriter writer, String name, String box, String type, String unboxing) {
    String owner = "java/lang/" + box;
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "(I)I", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, owner, "valueOf", "(" + type + ")L" + owner + ";", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, unboxing, "()" + type, false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
