package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.profile.CompiledMethod;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

/** When a method is looked at again that could not be optimized at once. */
class MethodRecordTest {
  private static final long MILLI = 1_000_000;
  private static final byte[] BYTES =
      LiveProgram.classFile("Looked", "java/lang/Object", List.of(), true);

  private final LiveProgram program = new LiveProgram(1 << 20);
  private final ClassRecord type =
      program.registry().record(new LiveProgram.Loader().define(BYTES));
  private final MethodRecord method =
      new ClassState(type).promote(ClassInfo.read(BYTES).methods().get(1));

  @Test
  void itRestsForLongerEachTimeAndIsSettledWhenThatWasInVain() {
    assertTrue(method.isDue(0));
    long now = 0;
    int times = 0;
    while (method.tier() != Tier.SETTLED) {
      method.retry("in vain", now);
      times++;
      long rest = 0;
      while (!method.isDue(now + rest)) {
        rest += MILLI;
      }
      assertEquals(10L << times - 1, rest / MILLI);
      now += rest;
    }
    assertEquals(9, times);
    assertTrue(now > 2_000 * MILLI, "what is in the way for two seconds is not in the way");
  }

  @Test
  void itWaitsForBytesUntilTheyAreHere() {
    method.await(type, 0);
    assertTrue(method.retried());
    assertFalse(method.isDue(1_999 * MILLI));
    program.registry().captured(type, BYTES);
    assertTrue(method.isDue(MILLI));
    assertEquals(Tier.COUNTED, method.tier());
  }

  @Test
  void itWaitsForNoMoreThanTwoSeconds() {
    method.await(type, 0);
    assertTrue(method.mayWait(1_999 * MILLI));
    method.await(type, 1_999 * MILLI); // for another class: no longer for that
    assertFalse(method.isDue(1_999 * MILLI));
    assertTrue(method.isDue(2_000 * MILLI));
    assertFalse(method.mayWait(2_000 * MILLI));
  }

  @Test
  void onceProfiledAnewItMayWaitAgain() {
    method.await(type, 0);
    method.retry("in vain", 0);
    method.profile(1, 3_000 * MILLI, "again");
    assertFalse(method.retried());
    assertTrue(method.isDue(0));
    assertTrue(method.mayWait(3_000 * MILLI));
  }

  /** A dump may come between the two. */
  @Test
  void whatWasOptimizedIsToldOfOnceItIsInstalled() {
    method.profile(1, 0, "hot");
    method.installed(0, 0);
    CompiledMethod how = new CompiledMethod(66, 0, List.of(), Optional.empty());
    method.optimize(new MethodNode(), how, 0, "profiled");
    assertEquals(Optional.empty(), method.seen());
    assertEquals(1, method.highestTier());
    method.measured(80);
    method.installed(1, 1_000_000);
    assertEquals(80, method.seen().orElseThrow().codeBytesAfter());
    assertEquals(2, method.highestTier());
    method.profile(1, 0, "again");
    method.installed(2, 2_000_000);
    assertEquals(2, method.highestTier());
    method.optimize(new MethodNode(), how, 0, "profiled");
    assertEquals(Optional.empty(), method.seen());
    assertEquals(2, method.highestTier());
  }

  @Test
  void itsCallsAreCountedFromTheVersionOnThatDoes() {
    assertEquals(0, method.countedNanos(500 * MILLI));
    method.profile(1, 1_000 * MILLI, "hot");
    assertEquals(0, method.countedNanos(1_500 * MILLI), "it is not installed yet");
    method.installed(2_000, 2_000 * MILLI);
    method.installed(2_100, 2_100 * MILLI); // for another of its class
    assertEquals(500 * MILLI, method.countedNanos(2_500 * MILLI));
    method.settle(Tier.SETTLED, "nothing is gained");
    assertEquals(0, method.countedNanos(2_500 * MILLI));
  }

  @Test
  void aVersionWithoutPatchpointsIsRemembered() {
    method.profile(1, 0, "hot");
    method.installed(0, 0);
    assertFalse(method.wasUnpatched());
    method.settle(Tier.SETTLED, "nothing is gained");
    assertFalse(method.wasUnpatched(), "it is not installed yet");
    method.installed(1, 1_000_000);
    assertTrue(method.wasUnpatched());
    method.profile(1, 0, "again");
    method.installed(2, 2_000_000);
    assertTrue(method.wasUnpatched(), "a frame may still be in it");
  }
}
