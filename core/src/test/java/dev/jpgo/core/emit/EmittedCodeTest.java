package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.profile.CodePrinter;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Small methods as they are emitted. */
class EmittedCodeTest {
  static int chosen(int n, int other) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      int next;
      if (i == other) {
        next = other * 2;
      } else {
        next = i;
      }
      sum += next;
    }
    return sum;
  }

  static int exchanged(int a, int b) {
    int c = a;
    a = b;
    b = c;
    return a - b;
  }

  static void compound(int[] array, int i) {
    array[i] += 5;
  }

  @Test
  void whatIsChosenIsAddedUpWithoutASlotOfItsOwn() throws Exception {
    assertEquals(
        """
           0: iconst_0
           1: istore 3
           2: iconst_0
           3: istore 2
        L3:
           4: iload 2
           5: iload 0
           6: if_icmpge L0
           7: iload 3
           8: iload 2
           9: iload 1
          10: if_icmpne L1
          11: iload 1
          12: iconst_2
          13: imul
          14: goto L2
        L1:
          15: iload 2
        L2:
          16: iadd
          17: istore 3
          18: iinc 2 1
          19: goto L3
        L0:
          20: iload 3
          21: ireturn
        """,
        emitted("chosen"));
  }

  @Test
  void namesThatChangePlacesCostNothing() throws Exception {
    assertEquals(
        """
           0: iload 1
           1: iload 0
           2: isub
           3: ireturn
        """,
        emitted("exchanged"));
  }

  @Test
  void aCompoundAssignmentKeepsItsOperandsOnTheStack() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: iload 1
           2: dup2
           3: iaload
           4: iconst_5
           5: iadd
           6: iastore
           7: return
        """,
        emitted("compound"));
  }

  private static String emitted(String name) throws Exception {
    try (InputStream in = EmittedCodeTest.class.getResourceAsStream("EmittedCodeTest.class")) {
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        if (method.name.equals(name)) {
          MethodSource source = MethodSource.of(node.name, node.version & 0xffff, method);
          MethodNode result = Emitter.emit(GraphBuilder.build(source), LineNumbers.ofSource());
          return CodePrinter.print(result, Map.of()).replaceAll("(?m)^.*line \\d+\n", "");
        }
      }
      throw new IllegalArgumentException("no method " + name);
    }
  }
}
