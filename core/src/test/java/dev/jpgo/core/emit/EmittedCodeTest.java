package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.profile.CodePrinter;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
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

  static void compoundAtASum(int[] array, int i, int amount) {
    array[i + 1] += amount;
  }

  static void compoundInARow(long[][] arrays, int i) {
    arrays[i][i - 1] += 5;
  }

  static int counted(int[] values, int limit) {
    int found = 0;
    for (int value : values) {
      int rest = value;
      while (rest > limit) {
        rest -= limit;
        found++;
      }
    }
    return found;
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

  static int lockedBeforeATest(Object lock, int n, int sum) {
    synchronized (lock) {
      if (n != 0) {
        sum += lock.hashCode();
      }
      return sum;
    }
  }

  static int lockedBeforeALoop(Object lock, int n, int step) {
    int sum = step;
    synchronized (lock) {
      while (n < sum) {
        n += step;
        sum -= n * lock.hashCode();
      }
    }
    return sum;
  }

  static int stepped(byte[] bytes, int at) {
    int sum = 0;
    while (true) {
      int x = bytes[at++];
      if (x == 0) {
        return sum;
      }
      if (x < 0) {
        at++;
      }
      sum += x;
    }
  }

  static int inARow(byte[] bytes, int start, int offset) {
    int at = start + offset;
    return bytes[at++] << 16 | bytes[at++] << 8 | bytes[at];
  }

  private static int slow(Object value) {
    return value == null ? 0 : 1;
  }

  @Test
  void anIndexIsCountedUpWhereItIs() throws Exception {
    assertEquals(
        """
           0: iconst_0
           1: istore 2
        L2:
           2: aload 0
           3: iload 1
           4: baload
           5: istore 3
           6: iinc 1 1
           7: iload 3
           8: ifne L0
           9: iload 2
          10: ireturn
        L0:
          11: iload 3
          12: ifge L1
          13: iinc 1 1
        L1:
          14: iload 2
          15: iload 3
          16: iadd
          17: istore 2
          18: goto L2
        """,
        emitted("stepped"));
  }

  @Test
  void aSumThatGoesOnInItsSlotIsLoadedFromThere() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: iload 1
           2: iload 2
           3: iadd
           4: dup
           5: istore 1
           6: baload
           7: bipush 16
           8: ishl
           9: aload 0
          10: iinc 1 1
          11: iload 1
          12: baload
          13: bipush 8
          14: ishl
          15: ior
          16: aload 0
          17: iload 1
          18: iconst_1
          19: iadd
          20: baload
          21: ior
          22: ireturn
        """,
        emitted("inARow"));
  }

  @Test
  void aValueStaysOnTheStackOverAGuard() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: invokevirtual java/lang/String.length()I
           2: getstatic dev/jpgo/core/emit/EmittedCodeTest.flag Z
           3: ifeq L0
           4: iconst_1
           5: iadd
           6: ireturn
        L0:
           7: pop
           8: aload 0
           9: invokestatic dev/jpgo/core/emit/EmittedCodeTest.slow(Ljava/lang/Object;)I
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
           5: ifeq L1
           6: invokevirtual java/lang/String.length()I
           7: ireturn
        L1:
           8: astore 0
        L2:
           9: aload 0
          10: invokestatic dev/jpgo/core/emit/EmittedCodeTest.slow(Ljava/lang/Object;)I
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
           7: ifeq L0
           8: lsub
           9: lreturn
        L0:
          10: pop2
          11: pop2
          12: aload 0
          13: invokestatic dev/jpgo/core/emit/EmittedCodeTest.slow(Ljava/lang/Object;)I
          14: i2l
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
           4: goto L0
        L3:
           5: iload 3
           6: iload 2
           7: iload 1
           8: if_icmpne L1
           9: iload 1
          10: iconst_2
          11: imul
          12: goto L2
        L1:
          13: iload 2
        L2:
          14: iadd
          15: istore 3
          16: iinc 2 1
        L0:
          17: iload 2
          18: iload 0
          19: if_icmplt L3
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
  void anArrayAndAComputedIndexAreDuplicatedTogether() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: iload 1
           2: iconst_1
           3: iadd
           4: dup2
           5: iaload
           6: iload 2
           7: iadd
           8: iastore
           9: return
        """,
        emitted("compoundAtASum"));
    assertEquals(
        """
           0: aload 0
           1: iload 1
           2: aaload
           3: iload 1
           4: iconst_1
           5: isub
           6: dup2
           7: laload
           8: ldc 5
           9: ladd
          10: lastore
          11: return
        """,
        emitted("compoundInARow"));
  }

  @Test
  void aLoopIsTestedAtItsBottom() throws Exception {
    assertEquals(
        """
           0: aload 0
           1: arraylength
           2: istore 5
           3: iconst_0
           4: istore 2
           5: iconst_0
           6: istore 3
           7: goto L0
        L3:
           8: aload 0
           9: iload 3
          10: iaload
          11: istore 4
          12: goto L1
        L2:
          13: iload 4
          14: iload 1
          15: isub
          16: istore 4
          17: iinc 2 1
        L1:
          18: iload 4
          19: iload 1
          20: if_icmpgt L2
          21: iinc 3 1
        L0:
          22: iload 3
          23: iload 5
          24: if_icmplt L3
          25: iload 2
          26: ireturn
        """,
        emitted("counted"));
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

  @Test
  void whatHasNoLineIsNotOnTheOneBefore() throws Exception {
    int first = positions("guarded").get(0);
    LineNumbers lines =
        new LineNumbers() {
          @Override
          public int lineOf(Position position) {
            return position.line() == first ? 65000 : NONE;
          }

          @Override
          public int standIn(Position position) {
            return 64000;
          }
        };
    List<Integer> emitted = new ArrayList<>();
    for (AbstractInsnNode each : emit("guarded", lines).instructions) {
      if (each instanceof LineNumberNode line) {
        emitted.add(line.line);
      }
    }
    assertEquals(List.of(65000, 64000), emitted.stream().distinct().toList());
  }

  private static List<Integer> positions(String name) throws Exception {
    List<Integer> lines = new ArrayList<>();
    emit(
        name,
        position -> {
          lines.add(position.line());
          return LineNumbers.NONE;
        });
    return lines;
  }

  @Test
  void whatStandsBehindALockIsInTheRangeThatUnlocks() throws Exception {
    for (String name : List.of("lockedBeforeATest", "lockedBeforeALoop")) {
      MethodNode method = emit(name);
      AbstractInsnNode behind = null;
      for (AbstractInsnNode each : method.instructions) {
        if (each.getOpcode() == Opcodes.MONITORENTER) {
          behind = each.getNext();
        }
      }
      while (behind != null && behind.getOpcode() < 0) {
        behind = behind.getNext();
      }
      assertNotNull(behind, name);
      int place = method.instructions.indexOf(behind);
      assertTrue(
          method.tryCatchBlocks.stream()
              .anyMatch(
                  range ->
                      range.type == null
                          && method.instructions.indexOf(range.start) < place
                          && place < method.instructions.indexOf(range.end)),
          () -> name + "\n" + CodePrinter.print(method, Map.of(), true));
    }
  }

  private static String emitted(String name) throws Exception {
    return CodePrinter.print(emit(name), Map.of(), true).replaceAll("(?m)^.*line \\d+\n", "");
  }

  private static MethodNode emit(String name) throws Exception {
    return emit(name, LineNumbers.ofSource());
  }

  private static MethodNode emit(String name, LineNumbers lines) throws Exception {
    try (InputStream in = EmittedCodeTest.class.getResourceAsStream("EmittedCodeTest.class")) {
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        if (method.name.equals(name)) {
          MethodSource source = MethodSource.of(node.name, node.version & 0xffff, method);
          Graph graph = GraphBuilder.build(source);
          graph.blocks().forEach(EmittedCodeTest::profile);
          return Emitter.emit(graph, lines);
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
