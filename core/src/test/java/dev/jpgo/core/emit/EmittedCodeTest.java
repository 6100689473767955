package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Operand;
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

  static boolean flag = true;

  static int guarded(String text) {
    int length = text.length();
    if (!flag) {
      return slow(text);
    }
    return length + 1;
  }

  static int guardedTwice(Object from) {
    String text = from.toString();
    if (text == null || !flag) {
      return slow(text);
    }
    return text.length();
  }

  static long stacked(String text) {
    long first = text.length();
    long second = text.hashCode();
    if (!flag) {
      return slow(text);
    }
    return first - second;
  }

  static int readByAHandler(String text) {
    int length = text.length();
    try {
      if (!flag) {
        return slow(text);
      }
      return length + text.hashCode();
    } catch (RuntimeException e) {
      return length;
    }
  }

  private static int slow(Object value) {
    return value == null ? 0 : 1;
  }

  @Test
  void aValueStaysOnTheStackOverAGuard() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: invokevirtual java/lang/String.length()I
           2: getstatic dev/jpgo/core/emit/EmittedCodeTest.flag Z
           3: ifne L0
           4: pop
           5: aload 0
           6: invokestatic dev/jpgo/core/emit/EmittedCodeTest.slow(Ljava/lang/Object;)I
           7: ireturn
        L0:
           8: iconst_1
           9: iadd
          10: ireturn
        """,
        emitted("guarded"));
  }

  @Test
  void aReceiverStaysOnTheStackOverItsChecksAndIsStoredForTheSlowWay() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: invokevirtual java/lang/Object.toString()Ljava/lang/String;
           2: dup
           3: ifnull L0
           4: getstatic dev/jpgo/core/emit/EmittedCodeTest.flag Z
           5: ifne L1
           6: astore 0
        L2:
           7: aload 0
           8: invokestatic dev/jpgo/core/emit/EmittedCodeTest.slow(Ljava/lang/Object;)I
           9: ireturn
        L1:
          10: invokevirtual java/lang/String.length()I
          11: ireturn
        L0:
          12: astore 0
          13: goto L2
        """,
        emitted("guardedTwice"));
  }

  @Test
  void valuesThatAreStackedAreDroppedFromTheTop() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: invokevirtual java/lang/String.length()I
           2: i2l
           3: aload 0
           4: invokevirtual java/lang/String.hashCode()I
           5: i2l
           6: getstatic dev/jpgo/core/emit/EmittedCodeTest.flag Z
           7: ifne L0
           8: pop2
           9: pop2
          10: aload 0
          11: invokestatic dev/jpgo/core/emit/EmittedCodeTest.slow(Ljava/lang/Object;)I
          12: i2l
          13: lreturn
        L0:
          14: lsub
          15: lreturn
        """,
        emitted("stacked"));
  }

  @Test
  void aValueThatAHandlerReadsStaysInItsSlot() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: invokevirtual java/lang/String.length()I
           2: istore 1
        L1:
           3: getstatic dev/jpgo/core/emit/EmittedCodeTest.flag Z
           4: ifne L0
           5: aload 0
           6: invokestatic dev/jpgo/core/emit/EmittedCodeTest.slow(Ljava/lang/Object;)I
           7: ireturn
        L0:
           8: iload 1
           9: aload 0
          10: invokevirtual java/lang/String.hashCode()I
        L2:
          11: iadd
          12: ireturn
        L3:
          13: pop
          14: iload 1
          15: ireturn
              L1 to L2 java/lang/RuntimeException -> L3
        """,
        emitted("readByAHandler"));
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
          Graph graph = GraphBuilder.build(source);
          graph.blocks().forEach(EmittedCodeTest::profile);
          MethodNode result = Emitter.emit(graph, LineNumbers.ofSource());
          return CodePrinter.print(result, Map.of()).replaceAll("(?m)^.*line \\d+\n", "");
        }
      }
      throw new IllegalArgumentException("no method " + name);
    }
  }

  /** Nothing that is called slow was ever run, where there is something else. */
  private static void profile(Block block) {
    boolean isSlow = false;
    for (Instr instr : block.body()) {
      isSlow |= instr.operand() instanceof Operand.Method method && method.name().equals("slow");
    }
    block.setFrequency(isSlow ? 0 : 1);
  }
}
