package dev.jpgo.jmh.own;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class OwnProgramTest {
  @Test
  void anAgentThatDidNotStartIsToldFromAProgramThatLeftNoStatistics() {
    String refused = "jpgo: unknown option foo; the application runs without the agent";
    assertEquals(refused, OwnProgram.refusal(List.of("Picked up X", refused, "the program's own")));
    assertEquals("", OwnProgram.refusal(List.of("jpgo: a warning", "Killed")));
    assertEquals("", OwnProgram.refusal(List.of()));
  }
}
