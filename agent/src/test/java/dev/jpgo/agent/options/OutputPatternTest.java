package dev.jpgo.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutputPatternTest {
  @Test
  void whatIsLeftOpenIsFilledIn() {
    assertEquals("run.jpgo", at("run.jpgo", 7));
    assertEquals("a7-box.jpgo", at("a%p-%h.jpgo", 7));
    assertEquals("/tmp/100%.jpgo", at("%t/100%%.jpgo", 7));
    assertFalse(place("a%p", 7, "x").pool());
  }

  @Test
  void aPoolHasSoManyFilesForAllProcessesOfAProgram() {
    Set<String> names = new HashSet<>();
    for (int pid = 0; pid < 100; pid++) {
      names.add(at("%4m.jpgo", pid));
    }
    assertEquals(4, names.size(), names.toString());
    assertTrue(place("%m", 7, "x").pool());
    assertEquals(at("%m", 1), at("%m", 2));
    assertEquals(at("%m", 1), at("%1m", 2));
  }

  @Test
  void programsAreToldApart() {
    assertNotEquals(place("%m", 1, "a").file(), place("%m", 1, "b").file());
  }

  @Test
  void anythingElseAfterAPercentSignIsNotAllowed() {
    for (String wrong : new String[] {"%", "%q", "a%4p", "%0m", "%10000m", "%4", "%99999999999m"}) {
      assertNull(OutputPattern.parse(wrong), wrong);
    }
  }

  private static String at(String pattern, long pid) {
    return place(pattern, pid, "program").file().toString();
  }

  private static OutputPattern.Place place(String pattern, long pid, String program) {
    OutputPattern parsed = OutputPattern.parse(pattern);
    assertNotNull(parsed, pattern);
    return parsed.expand(pid, "box", "/tmp", program);
  }
}
