package dev.jpgo.core.phase.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Monitors that only this method can enter are not entered; all others are. */
class UnsharedLocksTest {
  private static final int[] NUMBERS = {-1, 0, 1, 3, 4, 5, 7};

  private static final String NAME = Locking.class.getName().replace('.', '/');

  private static final Transformed LOCKING = transformed(TestWorld.bytes(NAME));

  private static Transformed transformed(byte[] bytes) {
    return new Transformed(
        new TestWorld().load(Locking.class).uninitialized(Locking.Late.class),
        bytes,
        Transformed.EAGER,
        context ->
            List.of(
                new UnsharedLocks(
                    ScalarReplacementTest.inlining(context.world(), context.owner()))));
  }

  private static void assertSame(String method) {
    for (int number : NUMBERS) {
      LOCKING.assertSame(method, number);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "own",
        "nested",
        "thrown",
        "inLoop",
        "givenAwayByOtherIterations",
        "asked",
        "holdsAnother"
      })
  void whatNobodyElseHasIsNotLocked(String method) {
    assertSame(method);
    assertTrue(LOCKING.changes(method) > 0, method);
    assertEquals(0, LOCKING.count(method, Opcodes.MONITORENTER), method);
    assertEquals(0, LOCKING.count(method, Opcodes.MONITOREXIT), method);
  }

  @Test
  void handlersThatHaveNothingToUnlockGo() {
    assertEquals(0, LOCKING.count("own", Opcodes.ATHROW));
    assertEquals(0, LOCKING.count("inLoop", Opcodes.ATHROW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parameter",
        "storedBefore",
        "storedInside",
        "storedAfter",
        "storedInsideForever",
        "passed",
        "returned",
        "thrownItself",
        "inAnArray",
        "heldByAnother",
        "heldByItself",
        "merged",
        "mergedAndLocked",
        "ofTheLastIteration",
        "seenInAHandler",
        "givenAwayOnTheWayBack",
        "holdsLock",
        "notifies",
        "leaking",
        "selfLocking",
        "finished",
        "late",
        "captured"
      })
  void whatOthersMayHaveIsLocked(String method) {
    if (!method.equals("captured")) { // a lambda of a class of its own
      assertSame(method);
    }
    assertEquals(0, LOCKING.changes(method), method);
  }

  @Test
  void locksThatAreNotBalancedStay() {
    ClassNode node = new ClassNode();
    new ClassReader(TestWorld.bytes(NAME)).accept(node, ClassReader.EXPAND_FRAMES);
    for (MethodNode method : node.methods) {
      if (method.name.equals("plain")) {
        for (AbstractInsnNode each : method.instructions) {
          if (each.getOpcode() == Opcodes.MONITOREXIT) {
            method.instructions.set(each, new InsnNode(Opcodes.POP));
            break;
          }
        }
      }
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    assertEquals(0, transformed(writer.toByteArray()).changes("plain"));
  }
}
