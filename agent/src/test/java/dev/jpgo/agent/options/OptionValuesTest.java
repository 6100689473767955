package dev.jpgo.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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
  void commasInsideValuesAreQuoted() throws OptionException {
    OptionValues values = OptionValues.parse("out=" + AgentArguments.quote("/a,b\\c") + ",log=off");
    assertEquals("/a,b\\c", values.get(Options.OUT).toString());
    assertEquals("off", values.get(Options.LOG));
  }
}
