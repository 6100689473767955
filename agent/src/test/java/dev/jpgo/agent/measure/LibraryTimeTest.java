package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LibraryTimeTest {
  private final LibraryTime time = new LibraryTime();

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, null, 1);
  }

  private void sample(StackTraceElement... stack) {
    time.begin();
    time.count(stack);
  }

  @Test
  void aMethodCountsWhereItAloneTheLibraryOrALambdaIsAboveIt() {
    StackTraceElement user = frame("p.User", "use");
    StackTraceElement caller = frame("p.Caller", "call");
    sample(user, caller);
    sample(frame("java.util.HashMap", "get"), user, caller);
    sample(frame("p.User", "lambda$use$0"), user, caller);
    sample(frame("java.lang.invoke.Invokers$Holder", "link"), user, caller);
    sample(frame("java.lang.String", "length"), user, caller);
    sample(user, caller);
    sample(frame("p.Other", "other"), user, caller);
    assertEquals(5. / 7, time.share("p.User", "use"));
    assertEquals(0, time.share("p.Caller", "call"));
    assertEquals(0, time.share("p.Other", "other"));
    assertEquals(0, time.share("java.util.HashMap", "get"));
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
