package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProgramTimeTest {
  private final ProgramTime time = new ProgramTime();

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, null, 1);
  }

  private void sample(StackTraceElement... stack) {
    time.begin();
    time.count(stack);
  }

  @Test
  void theInnermostFourMethodsOfTheProgramCountWhateverTheJdkDoesForThem() {
    StackTraceElement[] stack = {
      frame("java.util.HashMap", "getNode"),
      frame("java.util.HashMap", "get"),
      frame("p.One", "work"),
      frame("p.One", "work"),
      frame("jdk.internal.Helper", "help"),
      frame("p.Two", "work"),
      frame("p.Three", "work"),
      frame("p.Four", "work"),
      frame("p.Outer", "main")
    };
    sample(stack);
    sample(stack);
    assertEquals(0, time.share("p.One", "work"), "seen twice");
    sample(stack);
    sample(frame("p.Two", "work"));
    sample(frame("p.Other", "work"));
    assertEquals(3. / 5, time.share("p.One", "work"));
    assertEquals(4. / 5, time.share("p.Two", "work"));
    assertEquals(3. / 5, time.share("p.Four", "work"));
    assertEquals(0, time.share("p.Outer", "main"));
    assertEquals(0, time.share("java.util.HashMap", "get"));
  }

  @Test
  void whoCallsWhatHasGainedCountsAsIfTheStackBeganThere() {
    StackTraceElement[] stack = {
      frame("p.One", "work"),
      frame("p.Two", "work"),
      frame("p.Three", "work"),
      frame("p.Two", "work"),
      frame("p.Four", "work"),
      frame("p.Five", "work"),
      frame("p.Six", "work"),
      frame("p.Seven", "work"),
      frame("p.Eight", "work")
    };
    time.gained("p.Two", "work");
    for (int i = 0; i < 3; i++) {
      sample(stack);
    }
    assertEquals(1, time.share("p.One", "work"));
    assertEquals(1, time.share("p.Two", "work"), "once in each sample");
    assertEquals(1, time.share("p.Seven", "work"));
    assertEquals(0, time.share("p.Eight", "work"));
  }

  @Test
  void whatIsLongAgoCountsForLessAndLess() {
    for (int i = 0; i < 1000; i++) {
      sample(frame("p.Early", "work"));
    }
    for (int i = 0; i < 1000; i++) {
      sample(frame("p.Late", "work"));
    }
    assertEquals(0, time.share("p.Early", "work"));
    assertEquals(1, time.share("p.Late", "work"), 0.1);
  }
}
