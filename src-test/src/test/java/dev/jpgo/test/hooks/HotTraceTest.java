package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HotTraceTest {
  private static final String OPTIONS =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000";

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17", "JDK25"})
  void tracesOfCodeThatGetsHotAndIsInlinedAreThoseOfTheSource(Vm vm) {
    // Without these, a JVM's own compiler drops traces, and helpful messages name slots.
    String[] same = {"-XX:-OmitStackTraceInFastThrow", "-XX:-ShowCodeDetailsInExceptionMessages"};
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(same).run(HotTraceProgram.class, "0");
    assertEquals(0, plain.exitCode(), plain.err());
    ForkedJvm.Result hot =
        ForkedJvm.on(vm).with(same).withAgent(OPTIONS).run(HotTraceProgram.class, "6000");
    assertEquals(0, hot.exitCode(), hot.err());
    assertEquals(plain.out(), hot.out(), hot.err());
  }

  /** The VM leaves these constructors out of traces, but not what they call. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void whatConstructorsOfExceptionsCallIsInTraces(Vm vm) {
    String own = ",include=dev.jpgo.test.hooks.*";
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(ConstructorTraceProgram.class, "0");
    ForkedJvm.Result hot =
        ForkedJvm.on(vm).withAgent(OPTIONS + own).run(ConstructorTraceProgram.class, "3000");
    assertEquals(0, hot.exitCode(), hot.err());
    assertEquals(plain.out(), hot.out(), hot.err());
  }
}
