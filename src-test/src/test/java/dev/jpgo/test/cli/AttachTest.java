package dev.jpgo.test.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttachTest {
  @TempDir private Path folder;

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

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "JDK25"})
  void afterADetachTheAgentCanBeAttachedAgainAndGoesOnAnew(Vm vm) throws Exception {
    Path stats = folder.resolve("stats.json");
    try (LiveProgram program = LiveProgram.on(vm)) {
      for (int session = 1; session <= 2; session++) {
        ForkedJvm.Result attach = BuiltCommand.run(eagerly(program.pid(), stats));
        assertEquals("attached to JVM " + program.pid() + "\n", attach.out(), attach.err());
        ForkedJvm.Result again = BuiltCommand.run("attach", program.pid());
        assertEquals("jpgo: JVM " + program.pid() + " has an agent already\n", again.err());
        awaitPromotions(program, stats, vm.interpreted() ? "tier2" : "tier1");
        ForkedJvm.Result detach = BuiltCommand.run("detach", program.pid());
        assertEquals(0, detach.exitCode(), detach.err());
        program.checkAlive(100);
        assertDetached(program.pid());
        program.checkAlive(100);
      }
      program.checkAlive(1000);
      assertEquals(
          vm.interpreted()
              ? List.of()
              : List.of(
                  "jpgo: attached: compiled code of this JVM is discarded once (JDK-8324241)"),
          program.err().lines().filter(line -> !line.startsWith("WARNING: ")).toList());
    }
  }

  /** To every command there is no agent any more. */
  private void assertDetached(String pid) throws Exception {
    String late = folder.resolve("late").toString();
    for (String[] command :
        new String[][] {
          {"detach", pid},
          {"dump", pid, "-o", late},
          {"reset", pid},
          {"phase", pid, "x"},
          {"phase", pid, "--await-idle", "1"},
          {"phase", pid, "--out", late},
          {"explain", pid, "A.b"}
        }) {
      ForkedJvm.Result run = BuiltCommand.run(command);
      assertEquals(
          "jpgo: JVM " + pid + " has no agent, it was detached: jpgo attach " + pid + "\n",
          run.err(),
          List.of(command)::toString);
      assertEquals("", run.out());
      assertEquals(4, run.exitCode());
    }
    assertFalse(Files.exists(Path.of(late)));
  }

  private static String[] eagerly(String pid, Path stats) {
    return new String[] {
      "attach",
      pid,
      "--delay",
      "0",
      "--interval",
      "5",
      "--tier1.calls",
      "1",
      "--tier2.calls",
      "5",
      "--budget",
      "100",
      "--stats",
      stats.toString()
    };
  }

  /** Keeps the program busy until a method has reached that tier. */
  private static void awaitPromotions(LiveProgram program, Path stats, String tier)
      throws Exception {
    long end = System.nanoTime() + 60_000_000_000L;
    int promoted = 0;
    while (promoted == 0) {
      assertTrue(System.nanoTime() < end, "nothing was promoted");
      program.checkAlive(200);
      Path profile = stats.resolveSibling("dump.jpgo");
      BuiltCommand.run(
          "dump", program.pid(), "-o", profile.toString(), "--stats", stats.toString());
      JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
      promoted = figures.at("/promotions/" + tier).asInt();
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
    List<String> asOther = asOtherUser();
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

  @Test
  void rootHasWhatAJvmOfAnotherUserTells() throws Exception {
    List<String> line = new ArrayList<>(asOtherUser());
    line.addAll(ForkedJvm.on(Vm.JDK17_INT).command(EchoProgram.class));
    try (LiveProgram program = LiveProgram.start(line)) {
      ForkedJvm.Result attach = BuiltCommand.run("attach", program.pid(), "--delay", "0");
      Assumptions.assumeTrue(!attach.err().contains("refused the agent"), "closed folder");
      assertEquals(0, attach.exitCode(), attach.err());
      program.checkAlive(1000);
      Path profile = folder.resolve("dump.jpgo");
      Path stats = folder.resolve("stats.json");
      ForkedJvm.Result dump =
          BuiltCommand.run(
              "dump", program.pid(), "-o", profile.toString(), "--stats", stats.toString());
      assertEquals(0, dump.exitCode(), dump.err());
      assertFalse(ProfileFile.read(profile).methods().isEmpty());
      assertTrue(new ObjectMapper().readTree(Files.readString(stats)).has("promotions"));
      assertEquals(Files.getOwner(folder), Files.getOwner(profile));
      ForkedJvm.Result explain = BuiltCommand.run("explain", program.pid(), "No.such");
      assertTrue(explain.err().contains("no method No.such in the profile"), explain.err());
      assertEquals(0, BuiltCommand.run("detach", program.pid()).exitCode());
      program.checkAlive(10);
    }
  }

  /** The beginning of a command line that another user runs; it takes root. */
  private static List<String> asOtherUser() {
    Path setpriv = Path.of("/usr/bin/setpriv");
    Assumptions.assumeTrue(
        System.getProperty("user.name").equals("root") && Files.isExecutable(setpriv),
        "needs root, to become another user");
    return List.of(setpriv.toString(), "--reuid=65534", "--regid=65534", "--clear-groups");
  }

  private static String name() {
    return EchoProgram.class.getName();
  }
}
