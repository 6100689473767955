package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CounterStepsTest {
  private static final long MILLIS = 1_000_000;

  private final CounterSteps steps = new CounterSteps();

  @Test
  void theFirstStepIsTakenAtOnce() {
    assertTrue(steps.isDue(Long.MIN_VALUE + 5, true));
    assertTrue(steps.isDue(5, false));
  }

  @Test
  void theNextFollowsOnceCountersHaveFoundWhatIsHot() {
    steps.taken(5);
    assertFalse(steps.isDue(5, false));
    assertFalse(steps.isDue(5 + 199 * MILLIS, false));
    assertTrue(steps.isDue(5 + 200 * MILLIS, false));
  }

  @Test
  void whileHotMethodsWaitItFollowsLaterAndFollowsAllTheSame() {
    steps.taken(5);
    assertFalse(steps.isDue(5 + 799 * MILLIS, true));
    assertTrue(steps.isDue(5 + 800 * MILLIS, true));
  }
}
