package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReflectionViewTest {
  @RegisterExtension static final HookAgentJar AGENT = new HookAgentJar();

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17", "JDK25"})
  void everythingIsAsItWasBeforeTheClassesWereOpened(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(ReflectionProgram.class);
    assertEquals(0, plain.exitCode(), plain.err());
    assertTrue(plain.out().lines().count() > 1500, "observations");
    ForkedJvm.Result opened =
        ForkedJvm.on(vm).with(AGENT.flag("ACCESS", true)).run(ReflectionProgram.class);
    assertEquals(0, opened.exitCode(), opened.err());
    assertEquals(plain.out(), opened.out());
  }
}
