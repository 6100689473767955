package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.TestWorld;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** Classes with fields, long constants, lambdas, handlers, switches and annotations. */
class MethodIndexTest {
  private static final String ADDED = "added by the test";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/util/HashMap",
        "java/lang/Character",
        "java/util/Comparator",
        "java/lang/Math"
      })
  void eachMethodIsFoundAndReadByItself(String name) {
    byte[] file = TestWorld.bytes(name);
    ClassNode whole = node(file);
    MethodIndex index = new MethodIndex(file);
    assertEquals(whole.methods.size(), index.size());
    for (int i = 0; i < index.size(); i++) {
      MethodNode method = whole.methods.get(i);
      assertEquals(i, index.find(method.name, method.desc, i));
      assertEquals(i, index.find(method.name, method.desc, index.size() - i));
      ClassNode single = node(index.only(i));
      assertEquals(List.of(text(method)), texts(single));
      assertEquals(whole.innerClasses.size(), single.innerClasses.size());
      assertTrue(single.fields.isEmpty());
    }
    assertEquals(-1, index.find("none", "()V", 0));
    assertEquals(-1, index.find("hashCode", "(Ljava/lang/Missing;)I", -1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java/util/HashMap", "java/util/Comparator", "java/lang/Math"})
  void whatIsTakenOutAndPutBackIsTheSame(String name) {
    byte[] file = TestWorld.bytes(name);
    MethodIndex index = new MethodIndex(file);
    int last = index.size() - 1;
    for (int[] ordinals : new int[][] {{}, {0}, {last}, {1, 2, last}, all(index)}) {
      assertArrayEquals(file, index.with(index.only(ordinals), ordinals));
    }
  }

  /** The first and the last method, and what comes between, whatever constants are added. */
  @Test
  void methodsAreExchangedAndTheOthersStay() {
    byte[] file = TestWorld.bytes("java/util/HashMap");
    MethodIndex index = new MethodIndex(file);
    int[] ordinals = {0, 3, 4, index.size() - 1};
    ClassReader reader = new ClassReader(index.only(ordinals));
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Longer(writer), 0);
    ClassNode before = node(file);
    ClassNode after = node(index.with(writer.toByteArray(), ordinals));
    assertEquals(before.fields.size(), after.fields.size());
    for (int i = 0; i < index.size(); i++) {
      String text = text(after.methods.get(i));
      boolean exchanged = Arrays.binarySearch(ordinals, i) >= 0;
      assertEquals(exchanged && before.methods.get(i).maxStack > 0, text.contains(ADDED));
      if (!exchanged) {
        assertEquals(text(before.methods.get(i)), text);
      }
    }
  }

  @Test
  void asManyMethodsComeBack() {
    byte[] file = TestWorld.bytes("java/util/HashMap");
    MethodIndex index = new MethodIndex(file);
    assertThrows(IllegalArgumentException.class, () -> index.with(index.only(1, 2), 1));
  }

  /** Whatever is cut off, it says so or what is left is not looked at. */
  @Test
  void whatIsCutOffIsRefused() {
    byte[] file = TestWorld.bytes("java/util/Comparator");
    MethodIndex index = new MethodIndex(file);
    int refused = 0;
    for (int length = 0; length < file.length; length += 7) {
      byte[] cut = Arrays.copyOf(file, length);
      try {
        assertEquals(index.size(), new MethodIndex(cut).size());
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertTrue(refused > file.length / 7 / 2, () -> file.length + " bytes");
  }

  private static int[] all(MethodIndex index) {
    return IntStream.range(0, index.size()).toArray();
  }

  private static ClassNode node(byte[] file) {
    ClassNode node = new ClassNode();
    new ClassReader(file).accept(node, 0);
    return node;
  }

  private static List<String> texts(ClassNode node) {
    return node.methods.stream().map(MethodIndexTest::text).toList();
  }

  private static String text(MethodNode method) {
    Textifier text = new Textifier();
    method.accept(new TraceMethodVisitor(text));
    StringWriter written = new StringWriter();
    text.print(new PrintWriter(written, true));
    return method.access + method.name + method.desc + method.exceptions + written;
  }

  /** Pushes a new constant at the start of each method, and drops it. */
  private static final class Longer extends ClassVisitor {
    Longer(ClassWriter writer) {
      super(Opcodes.ASM9, writer);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, writer) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitLdcInsn(ADDED);
          super.visitInsn(Opcodes.POP);
        }
      };
    }
  }
}
