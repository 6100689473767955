package dev.jpgo.core.phase.substitute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The loops find what the JDK's code is documented to find; the tests run on a JDK that is known.
 */
class ArrayMismatchTest {
  static Stream<String> descriptors() {
    return Stream.of("Z", "B", "C", "S", "I", "J")
        .flatMap(t -> Stream.of("([" + t + "[" + t + "I)I", "([" + t + "I[" + t + "II)I"));
  }

  @ParameterizedTest
  @MethodSource("descriptors")
  void theLeastIndexThatDiffersIsFound(String descriptor) throws Exception {
    MethodNode loop = ArrayMismatch.substitute(original(descriptor)).orElseThrow();
    Method mismatch = define(loop);
    boolean ranges = mismatch.getParameterCount() == 5;
    Class<?> element = mismatch.getParameterTypes()[0].getComponentType();
    Random random = new Random(7);
    for (int length = 0; length < 20; length++) {
      for (int differs = 0; differs <= length; differs++) {
        int from = ranges ? random.nextInt(4) : 0;
        int to = ranges ? random.nextInt(4) : 0;
        Object first = Array.newInstance(element, from + length + 2);
        Object second = Array.newInstance(element, to + length + 2);
        for (int i = 0; i < length; i++) {
          Object value = value(element, random.nextInt());
          Array.set(first, from + i, value);
          Array.set(second, to + i, i < differs ? value : other(element, value));
        }
        Object found =
            ranges
                ? mismatch.invoke(null, first, from, second, to, length)
                : mismatch.invoke(null, first, second, length);
        assertEquals(differs == length ? -1 : differs, found);
      }
    }
  }

  @Test
  void otherCodeStays() throws Exception {
    MethodNode changed = original("([B[BI)I");
    changed.instructions.insert(new InsnNode(Opcodes.NOP));
    assertTrue(ArrayMismatch.substitute(changed).isEmpty());
    assertTrue(ArrayMismatch.substitute(original("([F[FI)I")).isEmpty());
  }

  private static Object value(Class<?> element, int number) {
    if (element == boolean.class) {
      return number > 0;
    } else if (element == byte.class) {
      return (byte) number;
    } else if (element == char.class) {
      return (char) number;
    } else if (element == short.class) {
      return (short) number;
    }
    return element == int.class ? (Object) number : (Object) ((long) number << 31);
  }

  private static Object other(Class<?> element, Object value) {
    if (value instanceof Boolean truth) {
      return !truth;
    }
    long number = value instanceof Character letter ? letter : ((Number) value).longValue();
    return element == long.class ? (Object) (number ^ 1L << 40) : value(element, (int) number ^ 64);
  }

  private static MethodNode original(String descriptor) throws IOException {
    ClassNode type = new ClassNode();
    try (InputStream in = ClassLoader.getSystemResourceAsStream(ArrayMismatch.OWNER + ".class")) {
      new ClassReader(in).accept(type, ClassReader.EXPAND_FRAMES);
    }
    return type.methods.stream()
        .filter(m -> m.name.equals("mismatch") && m.desc.equals(descriptor))
        .findFirst()
        .orElseThrow();
  }

  private static Method define(MethodNode loop) throws Exception {
    ClassWriter writer = new ClassWriter(0);
    String name = Type.getInternalName(ArrayMismatchTest.class) + "Loop";
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    loop.accept(writer);
    writer.visitEnd();
    Class<?> type =
        MethodHandles.lookup().defineHiddenClass(writer.toByteArray(), true).lookupClass();
    return type.getDeclaredMethods()[0];
  }
}
