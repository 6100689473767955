package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.measure.HotMethod;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import org.junit.jupiter.api.Test;

class PromotionPolicyTest {
  private final ClassState owner =
      new ClassState(new LiveProgram(0).registry().record(PromotionPolicyTest.class));
  private final PromotionPolicy policy = new PromotionPolicy(CostModel.of(Mode.INTERPRETER), false);

  private PromotionPolicy.PromotionDecision decide(long calls, long iterations, int loops) {
    return policy.decide(new HotMethod(owner, 0, calls, iterations), 100, loops);
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
  void theReasonNamesWhatWasCounted() {
    String reason = decide(12345, 678, 1).reason();
    assertTrue(reason.startsWith("12345 calls, 678 iterations"), reason);
  }

  @Test
  void whereEverythingIsWantedNothingIsRefusedAndTheOrderStays() {
    PromotionPolicy all = new PromotionPolicy(CostModel.of(Mode.INTERPRETER), true);
    HotMethod cold = new HotMethod(owner, 0, 1, 0);
    assertTrue(all.decide(cold, 100, 0).promote());
    assertEquals(decide(1, 0, 0).priority(), all.decide(cold, 100, 0).priority());
  }

  @Test
  void noMoreAreBegunThanCanBeFinished() {
    assertEquals(8, policy.affordable(8 * PromotionPolicy.METHOD_NANOS));
    assertEquals(0, policy.affordable(PromotionPolicy.METHOD_NANOS - 1));
    assertTrue(policy.affordable(-5 * PromotionPolicy.METHOD_NANOS) < 0);
    assertEquals(Integer.MAX_VALUE, policy.affordable(Long.MAX_VALUE));
    PromotionPolicy all = new PromotionPolicy(CostModel.of(Mode.INTERPRETER), true);
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
