package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

class UsedConstantsTest {
  /** Has one of each kind of element. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {
    String text() default "marked";

    double number() default 2.5;

    Class<?>[] types() default {};
  }

  sealed interface Shape permits Circle, Square {}

  @Marked(
      text = "circle",
      number = 7.25,
      types = {List.class, int[].class})
  record Circle(@Marked(text = "radius") int radius) implements Shape {}

  record Square(List<? extends Supplier<String>> sides) implements Shape {
    static final long LARGE = 0x123456789AL;

    @SuppressWarnings("unused")
    Supplier<String> text(Object any, int[][] table) throws IOException {
      try {
        Object[] made = {new int[2][3], new String[1], Integer[].class, 0x12345678};
        return any instanceof StringBuilder found && table == made[0]
            ? () -> "found " + found + LARGE
            : any::toString;
      } catch (IllegalStateException e) {
        throw new IOException("kept", e);
      }
    }
  }

  private static ClassReader read(Class<?> type) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name(type) + ".class")) {
      return new ClassReader(in);
    }
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** Written with those constants alone that ASM met. */
  private static byte[] written(Class<?> type) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    read(type).accept(writer, ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }

  private static BitSet all(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    BitSet all = new BitSet();
    for (int i = 1; i < reader.getItemCount(); i++) {
      all.set(i, reader.getItem(i) != 0);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Circle.class,
        Square.class,
        Shape.class,
        Marked.class,
        java.util.HashMap.class,
        String.class,
        java.util.stream.Collectors.class,
        java.util.concurrent.ConcurrentHashMap.class,
        java.lang.invoke.MethodHandles.Lookup.class,
        Thread.State.class
      })
  void whatIsReferredToIsUsedAndNothingElseIs(Class<?> type) throws IOException {
    byte[] plain = written(type);
    BitSet all = all(plain);
    assertEquals(all, UsedConstants.of(plain));
    ClassReader reader = new ClassReader(plain);
    ClassWriter longer = new ClassWriter(reader, 0);
    longer.newMethod("no/such/Type", "missing", "(Lno/such/Type;)V", false);
    longer.newConst("no such text");
    reader.accept(longer, 0);
    assertEquals(all.length() + 8, all(longer.toByteArray()).length());
    assertEquals(all, UsedConstants.of(longer.toByteArray()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, 400, 900})
  void aClassFileThatIsCutOffIsRefused(int length) throws IOException {
    byte[] cut = Arrays.copyOf(written(Square.class), length);
    assertThrows(IllegalArgumentException.class, () -> UsedConstants.of(cut));
  }
}
