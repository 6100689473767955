package dev.jpgo.test.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a program that runs to what the command prints about it. */
class ProfileOfARunTest {
  private static final int ROUNDS = 20_000;
  private static final int ATTEMPTS = 60;

  @TempDir Path folder;

  @Test
  void theProfileThatARunLeavesIsShown() throws Exception {
    Path out = folder.resolve("run.jpgo");
    List<String> line =
        BuiltCommand.line(
            "run",
            "--out",
            out.toString(),
            "--delay",
            "0",
            "--",
            "-Xint",
            "-cp",
            System.getProperty("java.class.path"),
            EchoProgram.class.getName());
    try (LiveProgram program = LiveProgram.start(line)) {
      keepBusyUntilCounted(program);
      program.process().getOutputStream().close();
      assertEquals(0, program.process().waitFor(), program::err);
    }
    ForkedJvm.Result show = show(out);
    JsonNode profile = new ObjectMapper().readTree(show.out());
    assertTrue(profile.at("/header/program").asText().endsWith("EchoProgram"), show.out());
    assertTrue(callsOfWork(profile) > 0, show.out());
  }

  /**
   * A fast machine is through with any fixed number of rounds before the first class is counted.
   */
  private void keepBusyUntilCounted(LiveProgram program) throws Exception {
    String pid = Long.toString(program.process().children().toList().get(0).pid());
    Path soFar = folder.resolve("so-far.jpgo");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      program.checkAlive(ROUNDS);
      ForkedJvm.Result dump = BuiltCommand.run("dump", pid, "-o", soFar.toString());
      assertEquals(0, dump.exitCode(), dump.err());
      if (callsOfWork(new ObjectMapper().readTree(show(soFar).out())) > 0) {
        return;
      }
    }
    throw new AssertionError("not counted after " + ATTEMPTS + " times " + ROUNDS + " rounds");
  }

  private static ForkedJvm.Result show(Path profile) throws Exception {
    return BuiltCommand.run("show", "--json", "--method", "EchoProgram.*", profile.toString());
  }

  private static long callsOfWork(JsonNode profile) {
    long calls = 0;
    for (JsonNode method : profile.get("methods")) {
      if (method.get("method").asText().equals("work")) {
        calls = Math.max(calls, method.get("calls").asLong());
      }
    }
    return calls;
  }

  @Test
  void dumpToAPlaceThatCannotBeWrittenIsRefusedAndTheProgramGoesOn() throws Exception {
    try (LiveProgram program = LiveProgram.on(Vm.JDK17)) {
      BuiltCommand.run("attach", program.pid());
      String said = program.err();
      ForkedJvm.Result run =
          BuiltCommand.run("dump", program.pid(), "-o", folder.resolve("no/where").toString());
      assertEquals(5, run.exitCode(), run.err());
      program.checkAlive(10);
      assertEquals(said, program.err());
    }
  }
}
