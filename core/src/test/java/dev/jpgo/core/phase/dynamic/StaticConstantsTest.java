package dev.jpgo.core.phase.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Numbers in static final fields are put in where nothing can change them. */
class StaticConstantsTest {
  private static final String HERE = StaticConstantsTest.class.getName().replace('.', '/');

  /** Fields and who reads them. */
  static final class Holder {
    static final boolean TRUTH = Boolean.getBoolean("no.such.property");
    static final char LETTER = "x".charAt(0);
    static final short SMALL = Short.parseShort("7");
    static final int WHOLE = Integer.parseInt("7");
    static final long LARGE = Long.parseLong("7");
    static final float FLOATING = Float.parseFloat("7");
    static final double DOUBLE = Double.parseDouble("7");
    static final int UNKNOWN = Integer.parseInt("9");
    static int changing = Integer.parseInt("10");

    private Holder() {}
  }

  static boolean truth() {
    return Holder.TRUTH;
  }

  static char letter() {
    return Holder.LETTER;
  }

  static short small() {
    return Holder.SMALL;
  }

  static int whole() {
    return Holder.WHOLE;
  }

  static long large() {
    return Holder.LARGE;
  }

  static float floating() {
    return Holder.FLOATING;
  }

  static double doubled() {
    return Holder.DOUBLE;
  }

  static int unknown() {
    return Holder.UNKNOWN;
  }

  static int changing() {
    return Holder.changing;
  }

  private final TestWorld world =
      new TestWorld()
          .load(StaticConstantsTest.class, Holder.class)
          .number(Holder.class, "TRUTH", 1)
          .number(Holder.class, "LETTER", 120)
          .number(Holder.class, "SMALL", 7)
          .number(Holder.class, "WHOLE", 7)
          .number(Holder.class, "LARGE", 7L)
          .number(Holder.class, "FLOATING", 7f)
          .number(Holder.class, "DOUBLE", 7d)
          .number(Holder.class, "changing", 10);

  /** What a method's result is: a number, or the name of a field. */
  private String result(String name, Mode mode, Set<String> off)
      throws IOException, UnsupportedMethodException {
    ClassNode node = new ClassNode();
    try (InputStream in = ClassLoader.getSystemResourceAsStream(HERE + ".class")) {
      new ClassReader(in).accept(node, ClassReader.EXPAND_FRAMES);
    }
    for (MethodNode method : node.methods) {
      if (method.name.equals(name)) {
        Graph graph = GraphBuilder.build(MethodSource.of(HERE, 61, method));
        LoadedClass type = world.loaded(HERE);
        new DynamicSites(world, mode, new KnownBootstraps(), off).expand(type, graph);
        GraphVerifier.verify(graph);
        for (Block block : graph.blocks()) {
          if (Op.isReturn(block.terminator().op())) {
            Instr value = block.terminator().input(0);
            return value.operand() instanceof Operand.Constant constant
                ? String.valueOf(constant.value())
                : ((Operand.Field) value.operand()).name();
          }
        }
      }
    }
    throw new IllegalArgumentException(name);
  }

  private String result(String name) throws IOException, UnsupportedMethodException {
    return result(name, Mode.INTERPRETER, Set.of());
  }

  @ParameterizedTest
  @CsvSource({
    "truth,1",
    "letter,120",
    "small,7",
    "whole,7",
    "large,7",
    "floating,7.0",
    "doubled,7.0"
  })
  void aNumberTakesThePlaceOfItsField(String method, String number)
      throws IOException, UnsupportedMethodException {
    assertEquals(number, result(method));
  }

  @ParameterizedTest
  @CsvSource({"unknown,UNKNOWN", "changing,changing"})
  void whatIsNotKnownOrMayChangeIsRead(String method, String field)
      throws IOException, UnsupportedMethodException {
    assertEquals(field, result(method));
  }

  @Test
  void nothingIsKnownOfAClassThatIsNotInitialized() throws IOException, UnsupportedMethodException {
    world.uninitialized(Holder.class);
    assertEquals("WHOLE", result("whole"));
  }

  @Test
  void nothingIsKnownOfAClassThatIsNotLoaded() throws IOException, UnsupportedMethodException {
    world.unloaded(Holder.class);
    assertEquals("WHOLE", result("whole"));
  }

  /** Before version 53 any static method of the class may write the field. */
  @Test
  void fieldsOfOldClassesAreRead() throws IOException, UnsupportedMethodException {
    byte[] bytes = TestWorld.bytes(HERE + "$Holder");
    bytes[7] = Opcodes.V1_8;
    world.define(bytes);
    assertEquals("WHOLE", result("whole"));
  }

  @Test
  void anOptimizingCompilerKeepsThem() throws IOException, UnsupportedMethodException {
    assertEquals("WHOLE", result("whole", Mode.JIT, Set.of()));
  }

  @Test
  void theyStayWhereThePhaseIsOff() throws IOException, UnsupportedMethodException {
    Set<String> off = Set.of(StaticConstants.NAME);
    assertEquals("WHOLE", result("whole", Mode.INTERPRETER, off));
  }
}
