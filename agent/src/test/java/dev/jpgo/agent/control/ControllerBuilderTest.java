package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.core.world.Mode;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControllerBuilderTest {
  private static long unseenSeconds(String options, boolean warm) throws OptionException {
    return TimeUnit.NANOSECONDS.toSeconds(
        ControllerBuilder.unseenNanos(OptionValues.parse(options), Mode.INTERPRETER, warm));
  }

  @Test
  void classesThatAreNotSeenAtWorkWaitLongerWhereAnEarlierRunTellsWhatIsHot() throws Exception {
    assertEquals(10, unseenSeconds("", false));
    assertEquals(60, unseenSeconds("", true));
  }

  @Test
  void theJdksWaitAMinuteUnlessNoneWait() {
    assertEquals(0, ControllerBuilder.unseenJdkNanos(0));
    assertEquals(60_000_000_000L, ControllerBuilder.unseenJdkNanos(10_000_000_000L));
    assertEquals(70_000_000_000L, ControllerBuilder.unseenJdkNanos(70_000_000_000L));
  }

  @Test
  void theyDoNotWaitWhereSomeoneHasSaidWhatIsToBeCounted() throws Exception {
    assertEquals(0, unseenSeconds("strategy=hot", true));
    assertEquals(0, unseenSeconds("tier1.calls=100", false));
    assertEquals(0, unseenSeconds("tier1.calls=100", true));
  }

  @Test
  void inC1ModeOnlySelectedClassesAreTouchedUnlessAskedOtherwise() throws Exception {
    assertTrue(selective("", Mode.C1));
    assertFalse(selective("", Mode.INTERPRETER));
    assertFalse(selective("", Mode.JIT));
    assertFalse(selective("strategy=hot", Mode.C1));
    assertFalse(selective("tier1.calls=100", Mode.C1));
    assertFalse(selective("strategy=none", Mode.C1));
  }

  @Test
  void whatPassesLowThresholdsIsPromotedAtOnceWhereTheAgentsTimeHasNoBound() throws Exception {
    assertFalse(unconditional("share=100"));
    assertFalse(unconditional("tier1.calls=20"));
    assertTrue(unconditional("tier1.calls=20,share=100"));
    assertTrue(unconditional("tier1.loops=20,share=100"));
    assertFalse(unconditional("tier1.calls=1000000,share=100"));
    assertTrue(unconditional("strategy=all"));
    assertTrue(unconditional("tier1.calls=0"));
  }

  private static boolean unconditional(String options) throws OptionException {
    return ControllerBuilder.isUnconditional(OptionValues.parse(options));
  }

  private static boolean selective(String options, Mode mode) throws OptionException {
    return ControllerBuilder.isSelective(OptionValues.parse(options), mode);
  }
}
