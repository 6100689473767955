package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

class FingerprintTest {
  /** With more than one method of a kind, branches and local variables. */
  @SuppressWarnings("unused")
  private static final class Subject {
    private int first;
    private int second;

    int one(int value) {
      int sum = value;
      for (int i = 0; i < value; i++) {
        sum += first;
      }
      return sum;
    }

    int two(int value) {
      int sum = value;
      for (int i = 0; i < value; i++) {
        sum -= second;
      }
      return sum;
    }
  }

  private static byte[] read() throws IOException {
    try (InputStream in = Subject.class.getResourceAsStream("FingerprintTest$Subject.class")) {
      return in.readAllBytes();
    }
  }

  /** Its class file with the same constants, changed. */
  private static byte[] written(Consumer<ClassNode> change, int flags) throws IOException {
    ClassReader reader = new ClassReader(read());
    ClassNode node = new ClassNode();
    reader.accept(node, flags);
    change.accept(node);
    ClassWriter writer = new ClassWriter(reader, 0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static long fingerprint(Consumer<ClassNode> change) throws IOException {
    return Fingerprint.of(written(change, 0));
  }

  private static long fingerprint() throws IOException {
    return fingerprint(node -> {});
  }

  private static MethodNode method(ClassNode node, String name) {
    return node.methods.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
  }

  private static AbstractInsnNode first(ClassNode node, String name, int opcode) {
    for (AbstractInsnNode each : method(node, name).instructions) {
      if (each.getOpcode() == opcode) {
        return each;
      }
    }
    throw new AssertionError(name);
  }

  @Test
  void theOrderOfMethodsAndOfTheirAttributesDoesNotCount() throws IOException {
    assertEquals(fingerprint(), fingerprint(node -> Collections.reverse(node.methods)));
    byte[] ours = written(node -> {}, 0);
    byte[] javac = read(); // writes a method's attributes in another order than ASM
    assertFalse(Arrays.equals(ours, javac));
    assertEquals(Fingerprint.of(javac), Fingerprint.of(ours));
  }

  @Test
  void framesDoNotCount() throws IOException {
    assertEquals(fingerprint(), Fingerprint.of(written(node -> {}, ClassReader.SKIP_FRAMES)));
  }

  @Test
  void attributesThatTheVmDoesNotKnowDoNotCount() throws IOException {
    ClassReader reader = new ClassReader(read());
    long[] sums = new long[2];
    for (int i = 0; i < sums.length; i++) {
      ClassWriter writer = new ClassWriter(reader, 0);
      writer.newUTF8("ScalaInlineInfo"); // constants are kept
      ClassNode node = new ClassNode();
      reader.accept(node, 0);
      if (i == 0) {
        Attribute unknown = new Unknown();
        node.visitAttribute(unknown);
        node.methods.get(1).visitAttribute(unknown);
        node.fields.get(0).visitAttribute(unknown);
      }
      node.accept(writer);
      sums[i] = Fingerprint.of(writer.toByteArray());
    }
    assertEquals(sums[1], sums[0]);
  }

  private static final class Unknown extends Attribute {
    Unknown() {
      super("ScalaInlineInfo");
    }

    @Override
    protected ByteVector write(
        ClassWriter writer, byte[] code, int codeLength, int maxStack, int maxLocals) {
      return new ByteVector().putInt(1);
    }
  }

  @Test
  void theOrderOfFieldsCounts() throws IOException {
    assertNotEquals(fingerprint(), fingerprint(node -> Collections.reverse(node.fields)));
  }

  @Test
  void codeCounts() throws IOException {
    assertNotEquals(
        fingerprint(),
        fingerprint(
            node ->
                method(node, "one")
                    .instructions
                    .set(first(node, "one", Opcodes.IADD), new InsnNode(Opcodes.ISUB))));
  }

  @Test
  void codeOfTwoMethodsThatIsExchangedCounts() throws IOException {
    assertNotEquals(
        fingerprint(),
        fingerprint(
            node -> {
              method(node, "one").name = "three";
              method(node, "two").name = "one";
              method(node, "three").name = "two";
            }));
  }

  @Test
  void linesAndAccessCount() throws IOException {
    assertNotEquals(
        fingerprint(),
        fingerprint(
            node -> {
              for (AbstractInsnNode each : method(node, "one").instructions) {
                if (each instanceof LineNumberNode line) {
                  line.line++;
                }
              }
            }));
    assertNotEquals(
        fingerprint(), fingerprint(node -> method(node, "one").access |= Opcodes.ACC_PUBLIC));
  }

  /** With constants behind its own, as the VM adds them for methods that it makes. */
  private static byte[] withConstants(Consumer<ClassWriter> added, Consumer<ClassNode> change)
      throws IOException {
    ClassReader reader = new ClassReader(read());
    ClassNode node = new ClassNode();
    reader.accept(node, 0);
    change.accept(node);
    ClassWriter writer = new ClassWriter(reader, 0);
    added.accept(writer);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static void addError(ClassWriter writer, String error, String message) {
    writer.newMethod(error, "<init>", "(Ljava/lang/String;)V", false);
    writer.newConst(message);
    writer.newConst(7L); // takes two places
  }

  @Test
  void constantsOfMethodsThatTheVmMakesDoNotCount() throws IOException {
    for (String error :
        List.of("java/lang/AbstractMethodError", "java/lang/IncompatibleClassChangeError")) {
      byte[] longer = withConstants(writer -> addError(writer, error, "is abstract"), node -> {});
      assertNotEquals(written(node -> {}, 0).length, longer.length);
      assertEquals(fingerprint(), Fingerprint.of(longer));
    }
  }

  @Test
  void constantsBehindThoseThatCodeRefersToCount() throws IOException {
    assertNotEquals(loading("one"), loading("two"));
    assertEquals(loading("one"), loading("one"));
  }

  private static long loading(String message) throws IOException {
    return Fingerprint.of(
        withConstants(
            writer -> addError(writer, "java/lang/AbstractMethodError", message),
            node -> {
              AbstractInsnNode first = method(node, "one").instructions.getFirst();
              method(node, "one").instructions.insertBefore(first, new LdcInsnNode(message));
              method(node, "one").instructions.insertBefore(first, new InsnNode(Opcodes.POP));
            }));
  }

  @Test
  void unusedConstantsOfOtherClassesCount() throws IOException {
    byte[] longer = withConstants(writer -> writer.newConst("unused"), node -> {});
    assertNotEquals(fingerprint(), Fingerprint.of(longer));
  }

  @Test
  void whatTheVmDoesNotReadOrKeepDoesNotCount() throws IOException {
    assertEquals(
        Fingerprint.of(withConstants(FingerprintTest::nameLost, node -> {})),
        Fingerprint.of(
            withConstants(
                FingerprintTest::nameLost,
                node -> {
                  node.visitAnnotation("Lunread;", false);
                  method(node, "one").visitAnnotation("Lunread;", false);
                  method(node, "two").visitParameter("given", 0);
                })));
  }

  @Test
  void annotationsThatTheVmReadsCount() throws IOException {
    assertNotEquals(
        Fingerprint.of(withConstants(FingerprintTest::nameLost, node -> {})),
        Fingerprint.of(
            withConstants(
                FingerprintTest::nameLost, node -> node.visitAnnotation("Lunread;", true))));
  }

  private static void nameLost(ClassWriter writer) {
    for (String name :
        List.of(
            "RuntimeInvisibleAnnotations",
            "RuntimeVisibleAnnotations",
            "Lunread;",
            "MethodParameters",
            "given")) {
      writer.newUTF8(name);
    }
  }

  @Test
  void whatIsNoClassFileHasOneToo() {
    assertNotEquals(0, Fingerprint.of(new byte[0]));
    assertNotEquals(Fingerprint.of(new byte[] {1}), Fingerprint.of(new byte[] {2}));
  }
}
