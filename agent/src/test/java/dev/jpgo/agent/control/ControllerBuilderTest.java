package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControllerBuilderTest {
  private static long unseenSeconds(String options, boolean warm) throws OptionException {
    return TimeUnit.NANOSECONDS.toSeconds(
        ControllerBuilder.unseenNanos(OptionValues.parse(options), warm));
  }

  @Test
  void classesThatAreNotSeenAtWorkWaitLongerWhereAnEarlierRunTellsWhatIsHot() throws Exception {
    assertEquals(10, unseenSeconds("", false));
    assertEquals(60, unseenSeconds("", true));
  }

  @Test
  void theyDoNotWaitWhereSomeoneHasSaidWhatIsToBeCounted() throws Exception {
    assertEquals(0, unseenSeconds("strategy=hot", true));
    assertEquals(0, unseenSeconds("tier1.calls=100", false));
    assertEquals(0, unseenSeconds("tier1.calls=100", true));
  }
}
