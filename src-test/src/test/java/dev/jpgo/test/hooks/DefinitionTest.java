package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DefinitionTest {
  private static Path agent;

  @BeforeAll
  static void pack() {
    agent = HookAgent.jar();
  }

  @AfterAll
  static void delete() throws IOException {
    Files.delete(agent);
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17", "JDK25"})
  void everyHiddenClassIsAnnounced(Vm vm) {
    ForkedJvm.Result run =
        ForkedJvm.on(vm)
            .with(HookAgent.flag(agent, "DEFINITIONS", false))
            .run(DefinitionProgram.class);
    assertEquals(0, run.exitCode(), run.err());
    assertFalse(run.out().contains("missed"), run.out());
    assertTrue(run.out().contains("complete"), run.out());
    assertTrue(run.out().contains("still works"), run.out());
    assertTrue(run.out().contains("failure java.lang.IllegalStateException"), run.out());
  }
}
