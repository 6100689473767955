package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

class CountedCodeTest {
  /** {@code for (…) { if (…) … }} with a handler. */
  private static final String TEXT =
      """
            // line 12
         0: iconst_0
         1: istore 1
      L0:
         2: iload 1
         3: iload 0
         4: if_icmpge L1
            // line 13
         5: iinc 1 1
         6: goto L0
      L1:
         7: iload 1
         8: ireturn
      L2:
         9: athrow
            L0 to L1 java/lang/Exception -> L2
      """;

  @Test
  void everyInstructionHasTheCountOfItsBlockAndBranchesSayWhereTo() {
    CountedCode code = CountedCode.of(TEXT, counts(List.of(3L, 3L, 3L, 27L, 27L, 3L, 1L, 1L, 0L)));
    assertTrue(code.counted());
    assertEquals(16, code.lines().size());
    assertEquals(12, code.lines().get(0).sourceLine());
    assertEquals(List.of(3L, 3L, 30L, 30L, 30L, 27L, 27L, 3L, 3L, 1L), ran(code));
    CountedCode.Line branch = code.lines().get(6);
    assertEquals(4, branch.ordinal());
    assertEquals(List.of(new CountedCode.Way(7, 3), new CountedCode.Way(5, 27)), branch.ways());
    assertFalse(branch.first());
    assertTrue(code.lines().get(8).first());
  }

  @Test
  void edgesOfOtherCodeAreNotShown() {
    CountedCode code = CountedCode.of(TEXT, counts(List.of(3L, 3L)));
    assertFalse(code.counted());
    assertEquals(-1, code.lines().get(1).count());
    assertEquals(0, code.lines().get(1).ordinal());
  }

  /** The text says all that the graph is made of. */
  @Test
  void theGraphOfAMethodsTextIsThatOfTheMethod() throws IOException {
    int methods = 0;
    for (String name : List.of("String", "Character", "Thread", "Class", "Long", "Double")) {
      for (MethodNode method : read("java/lang/" + name).methods) {
        if (Cfg.describes(method)) {
          MethodNode again = CodeTextReader.read(CodePrinter.print(method, Map.of(), true));
          assertEquals(Cfg.of(method).edges(), Cfg.of(again).edges(), name + "." + method.name);
          assertEquals(Cfg.of(method).blocks(), Cfg.of(again).blocks(), name + "." + method.name);
          methods++;
        }
      }
    }
    assertTrue(methods > 300, "only " + methods);
  }

  @Test
  void nonsenseInPlaceOfATextIsShownAsItIs() {
    Random random = new Random(1);
    List<String> lines = new ArrayList<>(TEXT.lines().toList());
    lines.addAll(List.of("L0:", "  3: tableswitch", "99999999: nop", "  9: goto L77", "", "x"));
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        text.append(lines.get(random.nextInt(lines.size()))).append('\n');
      }
      CountedCode code = CountedCode.of(text.toString(), counts(List.of(1L, 2L, 3L)));
      assertEquals(text.toString().split("\n").length, code.lines().size());
    }
  }

  @Test
  void aClassFileIsTakenOnlyIfTheCodeIsTheSame() throws IOException {
    byte[] bytes = bytes("java/lang/Long");
    MethodId id = new MethodId("java/lang/Long", "signum", "(J)I");
    for (MethodNode method : read("java/lang/Long").methods) {
      if (method.name.equals("signum")) {
        long hash = CodeHash.of(method);
        assertEquals(
            CodePrinter.print(method, Map.of(), true),
            CountedCode.text(bytes, counts(id, hash)).orElseThrow());
        assertTrue(CountedCode.text(bytes, counts(id, 0)).isPresent());
        assertTrue(CountedCode.text(bytes, counts(id, hash + 1)).isEmpty());
      }
    }
    assertTrue(
        CountedCode.text(bytes, counts(new MethodId("java/lang/Long", "no", "()V"), 0)).isEmpty());
  }

  private static List<Long> ran(CountedCode code) {
    return code.lines().stream()
        .filter(line -> line.ordinal() >= 0)
        .map(CountedCode.Line::count)
        .toList();
  }

  private static MethodProfile counts(List<Long> edges) {
    return new MethodProfile(new MethodId("p/A", "m", "(I)I"), 1, 3, edges, 0, Map.of());
  }

  private static MethodProfile counts(MethodId id, long hash) {
    return new MethodProfile(id, hash, 1, List.of(), 0, Map.of());
  }

  private static ClassNode read(String name) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(bytes(name)).accept(node, ClassReader.SKIP_FRAMES);
    return node;
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }
}
