package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DefinitionTest {
  @RegisterExtension static final HookAgentJar AGENT = new HookAgentJar();

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17", "JDK25"})
  void everyHiddenClassIsAnnounced(Vm vm) {
    ForkedJvm.Result run =
        ForkedJvm.on(vm).with(AGENT.flag("DEFINITIONS", false)).run(DefinitionProgram.class);
    assertEquals(0, run.exitCode(), run.err());
    assertFalse(run.out().contains("missed"), run.out());
    assertTrue(run.out().contains("complete"), run.out());
    assertTrue(run.out().contains("still works"), run.out());
    assertTrue(run.out().contains("failure java.lang.IllegalStateException"), run.out());
  }
}
