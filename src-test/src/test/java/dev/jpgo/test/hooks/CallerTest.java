package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallerTest {
  @RegisterExtension static final HookAgentJar AGENT = new HookAgentJar();

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17", "JDK25"})
  void theCallerIsThatOfTheSourceWhateverFramesThereAre(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(CallerProgram.class);
    assertEquals(0, plain.exitCode(), plain.err());
    assertTrue(plain.out().contains("lowest frame: java.lang.IllegalCallerException"), plain.out());
    ForkedJvm.Result rewritten =
        ForkedJvm.on(vm).with(AGENT.flag("TRACES", false)).run(CallerProgram.class);
    assertEquals(0, rewritten.exitCode(), rewritten.err());
    assertEquals(plain.out(), rewritten.out());
  }
}
