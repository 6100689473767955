package dev.jpgo.test.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttachTest {
  @ParameterizedTest
  @EnumSource(names = {"JDK17", "JDK25", "JDK17_INT", "ZERO17"})
  void aRunningJvmTakesTheAgentOnceAndGoesOn(Vm vm) throws Exception {
    try (LiveProgram program = LiveProgram.on(vm)) {
      program.checkAlive(10);
      ForkedJvm.Result first = BuiltCommand.run("attach", program.pid(), "--delay", "0");
      assertEquals("attached to JVM " + program.pid() + "\n", first.out(), first.err());
      assertEquals(0, first.exitCode());
      program.checkAlive(1000);
      ForkedJvm.Result second = BuiltCommand.run("attach", program.pid());
      assertEquals("jpgo: JVM " + program.pid() + " has an agent already\n", second.err());
      assertEquals(4, second.exitCode());
      program.checkAlive(1000);
    }
  }

  @Test
  void aCommandForAJvmWithoutAnAgentIsRefusedAndTheJvmGoesOn() throws Exception {
    try (LiveProgram program = LiveProgram.on(Vm.JDK17)) {
      for (String command : List.of("dump", "detach")) {
        ForkedJvm.Result run = BuiltCommand.run(command, program.pid());
        assertTrue(run.err().startsWith("jpgo: JVM " + program.pid() + " has no agent"), run.err());
        assertEquals(4, run.exitCode());
      }
      program.checkAlive(10);
      assertEquals("", program.err());
    }
  }

  @Test
  void theListOfJvmsHoldsTheProgram() throws Exception {
    try (LiveProgram program = LiveProgram.on(Vm.JDK17)) {
      ForkedJvm.Result list = BuiltCommand.run("attach");
      assertTrue(
          list.out().lines().anyMatch(line -> line.strip().equals(program.pid() + "  " + name())),
          list.out());
    }
  }

  @Test
  void aJvmThatListensToNoSignalIsNotEndedByOne() throws Exception {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc");
    try (LiveProgram program = LiveProgram.on(Vm.JDK17, "-Xrs")) {
      ForkedJvm.Result run = BuiltCommand.run("attach", program.pid());
      assertTrue(run.err().contains("takes no attach signal"), run.err());
      assertEquals(4, run.exitCode());
      program.checkAlive(10);
    }
  }

  @Test
  void aJvmOfAnotherUserIsRefusedAndGoesOn() throws Exception {
    Path setpriv = Path.of("/usr/bin/setpriv");
    Assumptions.assumeTrue(
        System.getProperty("user.name").equals("root") && Files.isExecutable(setpriv),
        "needs root, to become another user");
    List<String> asOther =
        List.of(setpriv.toString(), "--reuid=65534", "--regid=65534", "--clear-groups");
    try (LiveProgram program = LiveProgram.on(Vm.JDK17)) {
      List<String> line = new ArrayList<>(asOther);
      line.addAll(BuiltCommand.line("attach", program.pid()));
      ForkedJvm.Result run = BuiltCommand.run(line);
      Assumptions.assumeTrue(!run.err().contains("Unable to access jarfile"), "closed folder");
      assertTrue(run.err().contains("process " + program.pid() + " belongs to user"), run.err());
      assertEquals(4, run.exitCode());
      program.checkAlive(10);
      assertEquals("", program.err());
    }
  }

  private static String name() {
    return EchoProgram.class.getName();
  }
}
