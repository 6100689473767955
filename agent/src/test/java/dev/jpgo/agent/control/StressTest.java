package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.world.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StressTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log =
      new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogLevel.WARN);

  private Stress stress(String options) throws OptionException {
    return Stress.of(OptionValues.parse(options), log);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void nothingIsDisturbedUnlessAskedFor() throws OptionException {
    Stress none = stress("");
    InlineLimits limits = InlineLimits.of(Mode.INTERPRETER);
    assertSame(limits, none.limits(limits));
    assertEquals(Patchpoints.HANDOVER, none.patchpoints(Patchpoints.HANDOVER));
    assertEquals(2, none.reprofiles(2));
    assertEquals("", said());
  }

  @Test
  void aSeedThatWasDrawnIsSaid() throws OptionException {
    stress("stress=misses:osr");
    assertTrue(said().matches("jpgo: stress\\.seed=\\d+\\R"), said());
  }

  @Test
  void aSeedThatWasGivenIsNotSaidAgain() throws OptionException {
    stress("stress=retier,stress.seed=5");
    assertEquals("", said());
  }

  @Test
  void loopsAreAskedAboutAtOnceWhereTheyMayBeLeftAtAll() throws OptionException {
    Stress osr = stress("stress=osr,stress.seed=1");
    assertEquals(Patchpoints.HANDOVER_AT_ONCE, osr.patchpoints(Patchpoints.HANDOVER));
    assertEquals(Patchpoints.COUNT, osr.patchpoints(Patchpoints.COUNT));
    assertTrue(osr.handsOver(false));
  }

  @Test
  void wordsThatAreNoneAreRefused() {
    OptionException refusal = assertThrows(OptionException.class, () -> stress("stress=osr:mises"));
    assertTrue(String.valueOf(refusal.getMessage()).contains("misses"), refusal.getMessage());
  }
}
