package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The compact form of a class says what ASM reads. */
class ClassShapeTest {
  /** Something of everything, with names that are not of ASCII characters. */
  abstract static class Sample extends Thread implements Callable<String>, Comparable<Sample> {
    private final long wert = 1L << 40;

    static double wurzel(double zahl) {
      return Math.sqrt(zahl) + 0.25;
    }

    private long quadrat€(int zahl) {
      return wert + (long) zahl * zahl;
    }

    abstract long größer(long als, String[] namen);

    @Override
    public void run() {
      largest(quadrat€(3));
    }

    protected long largest(long value) {
      return Math.max(value, größer(value, new String[0]));
    }
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (var in =
        ClassLoader.getSystemResourceAsStream(type.getName().replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Sample.class, String.class, Object.class, Runnable.class, List.class})
  void isWhatAsmReads(Class<?> type) throws IOException {
    byte[] bytes = bytes(type);
    ClassShape shape = ClassShape.read(bytes);
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, ClassReader.SKIP_CODE);
    assertEquals(node.name, shape.name());
    assertEquals(node.superName, shape.superName());
    assertEquals(node.interfaces, List.of(shape.interfaces()));
    assertEquals(node.access & 0xffff, shape.access());
    assertEquals(node.methods.size(), shape.methods());
    int[] virtuals =
        node.methods.stream()
            .filter(method -> isVirtual(method))
            .mapToInt(method -> Selector.of(method.name, method.desc))
            .sorted()
            .toArray();
    assertArrayEquals(virtuals, shape.virtuals());
    for (int selector : virtuals) {
      assertTrue(shape.mayDeclare(selector));
    }
    assertFalse(shape.mayDeclare(Selector.of("noSuchMethod", "()V")));
    assertEquals(
        node.methods.stream().anyMatch(method -> ClassShape.isEntryName(method.name)),
        shape.mayRunLong());
  }

  @Test
  void namesAreDecoded() {
    String name = "p/Größe\u20ac\ud83d\ude00";
    assertEquals(name, ClassShape.read(LiveProgram.classFile(name)).name());
  }

  private static boolean isVirtual(MethodNode method) {
    return (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0
        && !method.name.startsWith("<");
  }

  @Test
  void bytesThatAreCutOffAreRefusedOrSayWhatTheyDeclare() throws IOException {
    byte[] bytes = bytes(Sample.class);
    int[] declared = ClassShape.read(bytes).virtuals();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      ClassShape shape = readOrNull(cut);
      if (shape != null) {
        assertArrayEquals(declared, shape.virtuals()); // no more than attributes are missing
      }
    }
    assertThrows(IllegalArgumentException.class, () -> ClassShape.read(new byte[30]));
  }

  @Test
  void bytesThatAreDamagedAreRefusedBeforeAnyoneAsks() throws IOException {
    byte[] bytes = bytes(Sample.class);
    int read = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) 0xff;
      ClassShape shape = readOrNull(damaged);
      if (shape != null) {
        read++;
        assertTrue(shape.virtuals().length <= shape.methods());
      }
    }
    assertTrue(read > 0 && read < bytes.length, read + " of " + bytes.length);
  }

  /** Null where the bytes are refused as they are to be. */
  private static ClassShape readOrNull(byte[] bytes) {
    try {
      return ClassShape.read(bytes);
    } catch (IllegalArgumentException refused) {
      return null;
    }
  }
}
