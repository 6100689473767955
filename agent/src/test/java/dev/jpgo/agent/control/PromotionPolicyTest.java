package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.measure.HotMethod;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

class PromotionPolicyTest {
  private final ClassState owner =
      new ClassState(new LiveProgram(0).registry().record(PromotionPolicyTest.class));
  private final PromotionPolicy policy = new PromotionPolicy(CostModel.of(Mode.INTERPRETER), 1);

  private PromotionPolicy.PromotionDecision decide(long calls, long iterations, int loops) {
    return policy.decide(hot(calls, iterations), 100, loops);
  }

  private HotMethod hot(long calls, long iterations) {
    return new HotMethod(owner, 0, calls, iterations, calls, iterations);
  }

  @Test
  void whatRunsSeldomIsNotWorthARewriteAndWhatRunsOftenIs() {
    assertFalse(decide(10, 0, 0).promote());
    assertTrue(decide(1_000_000, 0, 0).promote());
    assertTrue(decide(1, 100_000_000, 1).promote());
  }

  @Test
  void theHotterTheSooner() {
    assertTrue(decide(2_000_000, 0, 0).priority() > decide(1_000_000, 0, 0).priority());
    assertTrue(decide(1_000_000, 0, 1).priority() > decide(1_000_000, 0, 0).priority());
  }

  @Test
  void longCodeIsNotExpectedToBeRunThroughByEachCall() {
    HotMethod hot = hot(1_000_000, 0);
    double shorter = policy.decide(hot, 100, 0).priority();
    double longer = policy.decide(hot, 3000, 0).priority();
    assertTrue(longer < shorter, longer + " and " + shorter);
    // each of its calls still takes longer
    assertTrue(longer * 3000 > shorter * 100 * 2, longer + " and " + shorter);
  }

  /** Others work for it, so that its own code says little. */
  @Test
  void oneCallOfAMethodThatUsesStreamsIsTakenForSixteen() throws IOException {
    ClassState state = new ClassState(new LiveProgram(0).registry().record(Streaming.class));
    byte[] bytes = bytes();
    state.layOut(
        TierZeroLayout.of(
            MethodShape.read(bytes),
            TierZeroLayout.Extent.LOOPS_AND_CALLS,
            LiveProgram.counters(),
            true));
    double streaming = ratio(state, bytes, "streaming");
    assertEquals(16 * ratio(state, bytes, "plain"), streaming, 1e-9);
  }

  private double ratio(ClassState state, byte[] bytes, String name) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    for (int i = 0; i < node.methods.size(); i++) {
      if (node.methods.get(i).name.equals(name)) {
        return policy.decide(new HotMethod(state, i, 1000, 0, 1000, 0), 100, 0).ratio();
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static byte[] bytes() throws IOException {
    String name = "PromotionPolicyTest$Streaming.class";
    try (InputStream in = Streaming.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  static final class Streaming {
    private Streaming() {}

    static long streaming(List<Integer> numbers) {
      return numbers.stream().filter(number -> number > 1).count();
    }

    static int plain(List<Integer> numbers) {
      return numbers.size() + numbers.get(0);
    }
  }

  @Test
  void theReasonNamesWhatWasCounted() {
    String reason = decide(12345, 678, 1).reason();
    assertTrue(reason.startsWith("12345 calls, 678 iterations"), reason);
  }

  @Test
  void whereEverythingIsWantedNothingIsRefusedAndTheOrderStays() {
    PromotionPolicy all =
        new PromotionPolicy(CostModel.of(Mode.INTERPRETER), Double.POSITIVE_INFINITY);
    HotMethod cold = hot(1, 0);
    assertTrue(all.decide(cold, 100, 0).promote());
    assertEquals(decide(1, 0, 0).priority(), all.decide(cold, 100, 0).priority());
  }

  @Test
  void lowerThresholdsLetMoreInButNoMoreThanCanBeFinished() {
    PromotionPolicy eager = new PromotionPolicy(CostModel.of(Mode.INTERPRETER), 4);
    long calls = 1;
    while (!decide(calls, 0, 0).promote()) {
      calls++;
    }
    assertFalse(eager.decide(hot(calls / 5, 0), 100, 0).promote());
    assertTrue(eager.decide(hot(calls / 4 + 1, 0), 100, 0).promote());
    assertEquals(0, eager.affordable(PromotionPolicy.METHOD_NANOS - 1));
  }

  @Test
  void noMoreAreBegunThanCanBeFinished() {
    assertEquals(8, policy.affordable(8 * PromotionPolicy.METHOD_NANOS));
    assertEquals(0, policy.affordable(PromotionPolicy.METHOD_NANOS - 1));
    assertTrue(policy.affordable(-5 * PromotionPolicy.METHOD_NANOS) < 0);
    assertEquals(Integer.MAX_VALUE, policy.affordable(Long.MAX_VALUE));
    PromotionPolicy all =
        new PromotionPolicy(CostModel.of(Mode.INTERPRETER), Double.POSITIVE_INFINITY);
    assertEquals(Integer.MAX_VALUE, all.affordable(0));
  }

  @Test
  void aMethodOfAnAggressiveClassIsPromotedAtItsFirstCallBeforeAllOthers() {
    double hottest = decide(1_000_000_000, 0, 0).priority();
    owner.makeAggressive();
    PromotionPolicy.PromotionDecision decision = decide(1, 0, 0);
    assertTrue(decision.promote());
    assertTrue(decision.priority() > hottest);
    assertTrue(decision.reason().endsWith("option aggressive"), decision.reason());
  }
}
