package dev.jpgo.core.instrument;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

class MethodShapeTest {
  @Test
  void shapesAreWhatATreeShows() throws IOException {
    int methods = 0;
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java");
    for (String folder : List.of("lang", "util/regex", "util/concurrent")) {
      try (Stream<Path> files = Files.list(root.resolve(folder))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
          byte[] bytes = Files.readAllBytes(file);
          List<MethodShape> shapes = MethodShape.read(bytes);
          ClassNode node = Rewriting.parse(bytes);
          assertEquals(node.methods.size(), shapes.size());
          for (int i = 0; i < shapes.size(); i++) {
            assertIsShapeOf(node.methods.get(i), shapes.get(i), node.name);
          }
          methods += shapes.size();
        }
      }
    }
    assertTrue(methods > 5000);
  }

  private static void assertIsShapeOf(MethodNode method, MethodShape shape, String owner) {
    int calls = 0;
    Set<AbstractInsnNode> headers = new HashSet<>();
    for (AbstractInsnNode each : method.instructions) {
      boolean called = each instanceof MethodInsnNode call && !call.name.equals("<init>");
      calls += called || each instanceof InvokeDynamicInsnNode ? 1 : 0;
      for (LabelNode target : targets(each)) {
        if (method.instructions.indexOf(target) <= method.instructions.indexOf(each)) {
          headers.add(next(target));
        }
      }
    }
    String name = owner + "." + method.name + method.desc;
    assertEquals(method.name, shape.name());
    assertEquals(calls, shape.calls(), name);
    assertEquals(headers.size(), shape.loops(), name);
    assertEquals(method.instructions.size() > 0, shape.codeLength() > 0, name);
    assertFalse(shape.subroutines(), name);
  }

  private static List<LabelNode> targets(AbstractInsnNode instruction) {
    if (instruction instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    List<LabelNode> cases =
        instruction instanceof TableSwitchInsnNode table
            ? table.labels
            : instruction instanceof LookupSwitchInsnNode lookup ? lookup.labels : List.of();
    LabelNode rest =
        instruction instanceof TableSwitchInsnNode table
            ? table.dflt
            : instruction instanceof LookupSwitchInsnNode lookup ? lookup.dflt : null;
    return rest == null ? cases : Stream.concat(cases.stream(), Stream.of(rest)).toList();
  }

  private static AbstractInsnNode next(LabelNode label) {
    AbstractInsnNode at = label;
    while (at.getOpcode() < 0) {
      at = at.getNext();
    }
    return at;
  }

  @Test
  void namesAreOfAnyCharacters() {
    List<String> names = List.of("plain", "gr\u00f6\u00dfe", "\u540d\u524d", "\ud83d\ude00");
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, Opcodes.ACC_ABSTRACT, "A", null, "java/lang/Object", null);
    for (String name : names) {
      writer.visitMethod(Opcodes.ACC_ABSTRACT, name, "()V", null, null);
    }
    assertEquals(
        names, MethodShape.read(writer.toByteArray()).stream().map(MethodShape::name).toList());
  }

  @Test
  void whatIsNoClassFileIsRefused() throws IOException {
    byte[] bytes = bytes(MethodShapeTest.class);
    bytes[10] = 99; // the tag of the first constant
    assertThrows(IllegalArgumentException.class, () -> MethodShape.read(bytes));
    byte[] half = Arrays.copyOf(bytes(MethodShapeTest.class), 600);
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> MethodShape.read(half));
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
      return requireNonNull(in).readAllBytes();
    }
  }

  @Test
  void smallLeavesCarryNoCounter() {
    assertFalse(new MethodShape("get", 5, 0, false, 0, false).deservesCallCounter());
    assertFalse(new MethodShape("compute", 35, 0, false, 0, false).deservesCallCounter());
    assertTrue(new MethodShape("compute", 36, 0, false, 0, false).deservesCallCounter());
    assertTrue(new MethodShape("accept", 7, 1, false, 0, false).deservesCallCounter());
    assertTrue(new MethodShape("loop", 12, 1, false, 1, false).deservesCallCounter());
    assertFalse(new MethodShape("<clinit>", 99, 9, false, 1, false).deservesCallCounter());
  }

  @Test
  void aMethodThatIsNoMoreThanACallSiteIsCounted() throws IOException {
    record Pair(int first, int second) {}

    int counted = 0;
    for (MethodShape shape : MethodShape.read(bytes(Pair.class))) {
      boolean ofSite = List.of("equals", "hashCode", "toString").contains(shape.name());
      assertEquals(ofSite, shape.deservesCallCounter(), shape::name);
      counted += ofSite ? 1 : 0;
    }
    assertEquals(3, counted);
  }

  @Test
  void whatACompilerInlinesAnywayCarriesNoCounterThere() {
    assertFalse(new MethodShape("two", 120, 2, false, 0, false).deservesCallCounter(120));
    assertTrue(new MethodShape("larger", 121, 2, false, 0, false).deservesCallCounter(120));
    assertTrue(new MethodShape("loop", 12, 1, false, 1, false).deservesCallCounter(120));
    assertFalse(new MethodShape("<clinit>", 99, 9, false, 1, false).deservesCallCounter(120));
  }
}
