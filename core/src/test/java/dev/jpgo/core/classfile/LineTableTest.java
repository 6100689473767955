package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.ClassRewriter;
import dev.jpgo.core.instrument.LoopPlan;
import dev.jpgo.core.instrument.MethodVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.AbstractList;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LineTableTest {
  @Test
  void tablesAreTheSameIfEveryInstructionHasTheSameLine() {
    LineTable table = table(0, 7, "a", "A.java");
    assertEquals(7, table.line("m", "()V", 0, null));
    assertTrue(table.isSame(table(0, 7, "a", "A.java")));
    assertFalse(table.isSame(table(1, 7, "a", "A.java")), "moved");
    assertFalse(table.isSame(table(0, 8, "a", "A.java")), "another line");
    assertFalse(table.isSame(table(0, 7, "b", "A.java")), "an overload that calls another method");
    assertFalse(table.isSame(table(0, 7, "a", "B.java")), "another file");
  }

  @Test
  void aVersionIsKeptAsWhatDiffersFromTheOneBefore() {
    LineTable first = table(0, 7, "a", "A.java");
    LineTable last = first;
    for (int i = 1; i <= 200; i++) {
      LineTable whole = table(i % 5, i, "b", "A.java");
      LineTable next = whole.after(last);
      assertTrue(next.isSame(whole) && whole.isSame(next));
      assertFalse(next.isSame(last));
      assertEquals(i, next.line("m", null, i % 5, "b"));
      assertEquals(i, next.line("m", "()V", i % 5, null));
      assertEquals(i + 10, next.line("m", "(I)V", i % 5, null));
      assertEquals(99, next.line("same", "()V", 0, null));
      assertEquals(LineTable.UNKNOWN, next.line("same", "()V", 5, null));
      last = next;
    }
    assertTrue(last.size() < first.size());
    assertEquals(7, first.line("m", "()V", 0, "a"));
    assertEquals(0, table(0, 7, "a", "A.java").after(first).size(), "no difference");
  }

  @Test
  void anotherClassIsNoEarlierVersion() {
    LineTable table = table(0, 7, "a", "A.java");
    assertSame(table, table.after(table(0, 7, "a", "B.java")));
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "p/A", null, "java/lang/Object", null);
    writer.visitSource("A.java", null);
    method(writer, "m", "()V", 0, 7, "a");
    writer.visitEnd();
    assertSame(table, table.after(LineTable.read(writer.toByteArray())));
  }

  /** Classes with overloads, methods without code, and more methods than may differ. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        String.class,
        StringBuilder.class,
        AbstractList.class,
        Collections.class,
        ConcurrentHashMap.class,
        Map.class,
        Thread.class
      })
  void aVersionIsReadFromWhatItChanges(Class<?> type) throws IOException {
    byte[] original = bytes(type);
    int methods = new MethodIndex(original).size();
    LineTable known = LineTable.read(original);
    byte[] last = original;
    Random random = new Random(methods);
    int derived = 0;
    for (int version = 0; version < 60; version++) {
      Map<Integer, MethodVersion> changes = new TreeMap<>();
      for (int i = 0; i <= methods / 40; i++) {
        int counter = random.nextInt(4) == 0 ? MethodVersion.NONE : 100 + random.nextInt(100_000);
        changes.put(random.nextInt(methods), new MethodVersion.Counted(counter, LoopPlan.NONE));
      }
      last = ClassRewriter.update(last, original, new ClassPlan(changes));
      int[] ordinals = changes.keySet().stream().mapToInt(Integer::intValue).toArray();
      LineTable read = LineTable.read(last, known, ordinals);
      LineTable whole = LineTable.read(last);
      assertTrue(read.isSame(whole) && whole.isSame(read), "version " + version);
      assertEquals(whole.source(), read.source());
      derived += read.size() < whole.size() / 2 ? 1 : 0;
      known = read;
    }
    assertTrue(derived >= 50, derived + " versions are kept as what differs");
  }

  @Test
  void whatIsSaidToBeTheSameIsNotReadAgain() {
    byte[] changed = bytes(1, 8, "b", "A.java");
    LineTable before = table(0, 7, "a", "A.java");
    assertTrue(LineTable.read(changed, before).isSame(before));
    LineTable one = LineTable.read(changed, before, 1);
    assertEquals(8, one.line("m", "()V", 1, null));
    assertEquals(17, one.line("m", "(I)V", 0, null));
    assertFalse(one.isSame(before));
    LineTable both = LineTable.read(changed, before, 1, 12);
    assertEquals(18, both.line("m", "(I)V", 1, null));
    assertTrue(both.isSame(LineTable.read(changed)));
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream stream = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return Objects.requireNonNull(stream).readAllBytes();
    }
  }

  /** Some tool may write the methods of a class in another order. */
  @Test
  void aVersionWithMethodsInAnotherOrderStandsForItself() {
    LineTable swapped = ordered("last", "first").after(ordered("first", "last"));
    assertEquals(0, ordered("first", "last").after(ordered("first", "last")).size());
    assertEquals(9, swapped.line("last", "()V", 0, null));
    assertEquals(8, swapped.line("first", "()V", 0, null));
  }

  /** Optimized methods have lines for what they have inlined, in classes without lines, too. */
  @Test
  void anOverloadWithoutLinesDisagrees() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "p/A", null, "java/lang/Object", null);
    method(writer, "m", "()V", 2, 7, "a");
    bare(writer, "m", "(I)V", 4);
    bare(writer, "m", "(J)V", 2);
    writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_NATIVE, "m", "(F)V", null, null).visitEnd();
    writer.visitEnd();
    LineTable table = LineTable.read(writer.toByteArray());
    assertEquals(LineTable.UNKNOWN, table.line("m", null, 1, null));
    assertEquals(7, table.line("m", null, 5, null), "the others are shorter");
    assertEquals(7, table.line("m", "()V", 1, null));
    assertEquals(LineTable.UNKNOWN, table.line("m", "(I)V", 1, null));
    assertTrue(table.has("m", "(I)V", 4));
    assertFalse(table.has("m", "(I)V", 5));
    assertFalse(table.has("m", "(F)V", 0));
    assertTrue(table.has("m", null, 5));
  }

  private static void bare(ClassWriter writer, String name, String descriptor, int before) {
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, descriptor, null, null);
    method.visitCode();
    for (int i = 0; i < before; i++) {
      method.visitInsn(Opcodes.NOP);
    }
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 2);
    method.visitEnd();
  }

  private static LineTable ordered(String first, String last) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "p/A", null, "java/lang/Object", null);
    method(writer, first, "()V", 0, 9, "a");
    for (int i = 0; i < 10; i++) {
      method(writer, "same" + i, "()V", 0, 90 + i, "d");
    }
    method(writer, last, "()V", 0, 8, "a");
    writer.visitEnd();
    return LineTable.read(writer.toByteArray());
  }

  /** A method with overloads, which are told apart by what they call, among others. */
  private static LineTable table(int before, int line, String callee, String file) {
    return LineTable.read(bytes(before, line, callee, file));
  }

  private static byte[] bytes(int before, int line, String callee, String file) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "p/A", null, "java/lang/Object", null);
    writer.visitSource(file, null);
    method(writer, "same", "()V", 0, 99, "d");
    method(writer, "m", "()V", before, line, callee);
    for (int i = 0; i < 10; i++) {
      method(writer, "same" + i, "()V", 0, 90 + i, "d");
    }
    method(writer, "m", "(I)V", before, line + 10, "c");
    method(writer, "last", "()V", 0, 100, "d");
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void method(
      ClassWriter writer, String name, String descriptor, int before, int line, String callee) {
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, descriptor, null, null);
    method.visitCode();
    Label start = new Label();
    method.visitLabel(start);
    method.visitLineNumber(line, start);
    for (int i = 0; i < before; i++) {
      method.visitInsn(Opcodes.NOP);
    }
    method.visitMethodInsn(Opcodes.INVOKESTATIC, "p/B", callee, "()V", false);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 1);
    method.visitEnd();
  }
}
