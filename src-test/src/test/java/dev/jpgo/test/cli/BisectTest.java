package dev.jpgo.test.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.programs.Candid;
import dev.jpgo.test.vm.ForkedJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BisectTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private static ForkedJvm.Result bisect(String... more) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("bisect", "--tries", "1", "--delay", "0", "--interval", "5"));
    arguments.addAll(List.of("--tier1.calls", "0", "--tier2.calls", "20", "--budget", "100"));
    arguments.addAll(List.of("--jdk", "off", "--include", "dev.jpgo.test.programs.*"));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--", "-Xint", "-cp", CLASS_PATH));
    arguments.add(Candid.class.getName());
    return BuiltCommand.run(arguments.toArray(String[]::new));
  }

  @Test
  void theMethodWhoseOptimizedCodeShowsAndThePhaseAreNamed() throws Exception {
    ForkedJvm.Result run = bisect();
    assertTrue(run.out().contains("difference: standard output differs"), run.out() + run.err());
    assertTrue(run.out().contains("method: " + Candid.class.getName() + ".weigh("), run.out());
    assertTrue(run.out().matches("(?s).*phases: it goes away without .*inline.*"), run.out());
    assertTrue(run.out().contains("again: "), run.out());
    assertEquals(6, run.exitCode());
  }

  @Test
  void aProgramThatDoesTheSameEndsWithZero() throws Exception {
    ForkedJvm.Result run = bisect("--phases.off", "inline", "--osr", "off");
    assertEquals("no difference in 1 run\n", run.out(), run.err());
    assertEquals(0, run.exitCode());
  }

  @Test
  void anExitCodeOfTheProgramsOwnIsSaid() throws Exception {
    ForkedJvm.Result run =
        BuiltCommand.run(
            "bisect", "--tries", "1", "--", "-cp", CLASS_PATH, EchoProgram.class.getName(), "3");
    assertTrue(
        run.err().contains("jpgo: the program itself, without the agent, ended with exit code 3\n"),
        run.err());
    assertEquals("no difference in 1 run\n", run.out());
    assertEquals(0, run.exitCode());
  }
}
