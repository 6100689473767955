package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.runtime.JpgoCounters;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProfiledMethodsTest {
  private static final long SECOND = 1_000_000_000;

  static final class Work {
    private Work() {}

    static int work(int value) {
      return value + 1;
    }
  }

  private final LiveProgram program = new LiveProgram(1 << 20);
  private final TierOne tierOne = TierOneTest.tierOne(program, true);
  private final MethodRecord work = work();
  private final Set<MethodRecord> methods = new LinkedHashSet<>(List.of(work));
  private final ProfiledMethods profiled = new ProfiledMethods(methods, tierOne);

  private MethodRecord work() {
    try {
      ClassRecord record = program.known(Work.class, TierOneTest.bytesOf(Work.class));
      ClassState state = new ClassState(record);
      int last = record.info().methods().size() - 1;
      assertEquals(TierOne.Outcome.PLANNED, tierOne.promote(state, last, 10, false, 0, "hot"));
      return state.promoted(last);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whoever waits until there is nothing to be done must not take the pause for that. */
  @Test
  void whatWasLookedAtInVainRestsUntilItIsDue() {
    assertFalse(profiled.isResting(0));
    work.retry("what it takes in is not profiled yet", 0);
    assertTrue(profiled.isResting(0));
    assertFalse(profiled.isResting(SECOND));
  }

  @Test
  void whatHasLeftTierOneRestsNoMore() {
    work.retry("what it takes in is not profiled yet", 0);
    work.settle(Tier.SETTLED, "no call is worth inlining");
    assertFalse(profiled.isResting(0));
    assertEquals(List.of(), profiled.ready(0));
    assertEquals(Set.of(), methods);
  }

  /** However often it has run. */
  @Test
  void whatTheVmHasNotGotYetIsNotReady() {
    JpgoCounters.write(work.firstCounter(), 300);
    assertTrue(tierOne.profiled(work));
    assertEquals(List.of(), profiled.ready(0));
    assertEquals(Set.of(work), methods);
  }
}
