package dev.jpgo.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.TierTwoCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OptionValuesTest {
  @Test
  void whatIsGivenReplacesTheDefault() throws OptionException {
    OptionValues values = OptionValues.parse("delay=0,out=/tmp/p.jpgo,exclude=a.*:b.C");
    assertEquals(0L, values.get(Options.DELAY));
    assertEquals("/tmp/p.jpgo", values.get(Options.OUT).toString());
    assertEquals(List.of("a.*", "b.C"), values.get(Options.EXCLUDE));
    assertTrue(values.given(Options.DELAY));
    assertFalse(values.given(Options.INTERVAL));
  }

  @Test
  void everyDefaultIsAllowed() {
    for (Option<?> option : Options.ALL) {
      OptionValues.defaults().get(option);
    }
  }

  @Test
  void anUnknownKeyNamesTheNearestKnownOne() {
    OptionException failure =
        assertThrows(OptionException.class, () -> OptionValues.parse("intervall=5"));
    assertEquals("unknown option intervall; did you mean interval?", failure.getMessage());
  }

  @Test
  void aValueOutOfRangeNamesTheRangeAndTheUnit() {
    OptionException failure =
        assertThrows(OptionException.class, () -> OptionValues.parse("interval=0"));
    assertEquals("option interval=0 is not allowed: 1 to 60000 (ms)", failure.getMessage());
  }

  @Test
  void aKeyWithoutValueIsAnError() {
    assertThrows(OptionException.class, () -> OptionValues.parse("delay"));
  }

  @Test
  void onlyKnownHooksCanBeLeftOut() throws OptionException {
    assertEquals(
        List.of("traces", "linkage"),
        OptionValues.parse("hooks.off=traces:linkage").get(Options.HOOKS_OFF));
    OptionException failure =
        assertThrows(OptionException.class, () -> OptionValues.parse("hooks.off=traces:trace"));
    assertEquals(
        "option hooks.off=traces:trace is not allowed: traces, reflection, linkage, definitions,"
            + " permissions, arrays, handles, builders; several between colons",
        failure.getMessage());
  }

  /** All of them, in the order of the optimizer. */
  @Test
  void onlyKnownPhasesCanBeLeftOut() throws OptionException {
    assertEquals(
        TierTwoCompiler.phases(),
        OptionValues.parse("phases.off=" + String.join(":", TierTwoCompiler.phases()))
            .get(Options.PHASES_OFF));
    OptionException failure =
        assertThrows(OptionException.class, () -> OptionValues.parse("phases.off=inline:inlined"));
    assertEquals(
        "option phases.off=inline:inlined is not allowed: "
            + String.join(", ", TierTwoCompiler.phases())
            + "; several between colons",
        failure.getMessage());
  }

  /** What a page says can be left out is known by that name. */
  @Test
  void documentedPhasesAreKnown() throws IOException, OptionException {
    Pattern written = Pattern.compile("`phases\\.off=([a-z:-]+)`");
    Matcher found = written.matcher(Files.readString(Path.of("../docs/semantics.md")));
    int count = 0;
    for (; found.find(); count++) {
      OptionValues.parse("phases.off=" + found.group(1));
    }
    assertTrue(count > 20, "found " + count);
  }

  @Test
  void trueAndFalseAreTakenForOnAndOff() throws OptionException {
    assertEquals(false, OptionValues.parse("osr=false").get(Options.OSR));
    assertEquals(true, OptionValues.parse("osr=true").get(Options.OSR));
  }

  @Test
  void commasInsideValuesAreQuoted() throws OptionException {
    OptionValues values = OptionValues.parse("out=" + AgentArguments.quote("/a,b\\c") + ",log=off");
    assertEquals("/a,b\\c", values.get(Options.OUT).toString());
    assertEquals("off", values.get(Options.LOG));
  }
}
