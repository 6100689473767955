package dev.jpgo.test.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Candid;
import dev.jpgo.test.vm.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final long LIMIT_SECONDS = 60;

  @TempDir Path folder;

  @BeforeAll
  static void theBenchmarkJarIsBuilt() {
    Path jar = ForkedJvm.projectRoot().resolve("jmh/target/jpgo-bench.jar");
    Assumptions.assumeTrue(Files.isRegularFile(jar), "the jmh module is not built");
  }

  @Test
  void aProgramIsMeasuredWithoutAndWithTheAgentAndTheControl() throws Exception {
    Path json = folder.resolve("bench.json");
    Path html = folder.resolve("bench.html");
    ForkedJvm.Result run =
        bench(
            "--programs=list-sum-by-hand",
            "--vm=this-xint",
            "--forks=1",
            "--seconds=0.5",
            "--json=" + json,
            "--html=" + html);
    assertEquals(0, run.exitCode(), run.err() + run.out());
    assertTrue(run.out().matches("(?s).*list-sum-by-hand.*control.*equal.*agent.*equal.*"));
    JsonNode document = new ObjectMapper().readTree(json.toFile());
    assertEquals("jpgo-bench", document.path("format").asText());
    JsonNode variants = document.path("results").path(0).path("variants");
    assertEquals(3, variants.size());
    for (JsonNode variant : variants) {
      JsonNode fork = variant.path("forks").path(0);
      assertTrue(fork.path("windows").size() > 0, variant.toString());
      assertTrue(fork.path("metrics").path("startSeconds").asDouble() > 0, variant.toString());
      assertTrue(fork.path("metrics").path("heapPeakBytes").asDouble() > 0, variant.toString());
    }
    assertTrue(variants.path(1).path("median").path("pauses").asDouble() >= 0);
    assertTrue(Files.readString(html).contains("<svg"));
  }

  @Test
  void aProgramOfTheUsersIsComparedByItsOutputAndExitCode() throws Exception {
    ForkedJvm.Result run =
        bench(
            "--forks=2",
            "--variants=agent",
            "--",
            "-cp",
            CLASS_PATH,
            EchoProgram.class.getName(),
            "3");
    assertTrue(run.out().contains("base ended with exit code 3"), run.out() + run.err());
    assertTrue(run.out().contains("equal"), run.out());
    assertEquals(0, run.exitCode());
  }

  @Test
  void aProgramThatPrintsSomethingElseWithTheAgentIsNamed() throws Exception {
    String options =
        "delay=0,interval=5,tier1.calls=0,tier2.calls=20,budget=100,share=100,jdk=off,"
            + "include=dev.jpgo.test.programs.*";
    ForkedJvm.Result run =
        bench(
            "--forks=1",
            "--variants=agent",
            "--options=" + options,
            "--",
            "-Xint",
            "-cp",
            CLASS_PATH,
            Candid.class.getName());
    assertTrue(run.out().contains("DIFFERS: your program on"), run.out() + run.err());
    assertTrue(run.out().contains("standard output differs in line "), run.out());
    assertEquals(6, run.exitCode());
  }

  @Test
  void anAgentThatRefusesItsOptionsIsAFailure() throws Exception {
    ForkedJvm.Result run =
        bench(
            "--programs=list-sum-by-hand",
            "--forks=1",
            "--seconds=0.1",
            "--variants=other:no-such-option=1");
    assertTrue(run.out().contains("the agent did not run"), run.out() + run.err());
    assertEquals(1, run.exitCode());
  }

  @Test
  void anAgentThatRefusesItsOptionsIsAFailureOfTheUsersProgramToo() throws Exception {
    ForkedJvm.Result run =
        bench(
            "--forks=1",
            "--variants=agent",
            "--options=foo=1",
            "--",
            "-cp",
            CLASS_PATH,
            EchoProgram.class.getName(),
            "0");
    assertTrue(
        run.out().contains("agent: the agent did not run: jpgo: unknown option foo"), run.out());
    assertEquals(1, run.exitCode(), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          locks --scenarios=THIN --counts=THIN=80000                 | thin .* 80000 .* equal
          jitstats --programs=list-sum-by-hand --seconds=0.5         | by-hand .* at load
          warmstart --programs=list-sum-by-hand --seconds=0.5        | by-hand .* `use=`, `cache=`
          bigapp --vm=this-c1 --methods=2000 --calls=40 --gate-seconds=2 --seconds=1 --settings=QUEUED | queued .* after
          """)
  void anExperimentPrintsItsTable(String arguments, String row) throws Exception {
    ForkedJvm.Result run = bench(("experiment " + arguments).split(" "));
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(
        Pattern.compile("(?m)^\\| .*" + row + " .*\\|$").matcher(run.out()).find(), run.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--programs=list-sum --seconds=100 --variants=agent",
        "--programs=list-sum --seconds=100 --variants=agent --duet",
        "--forks=1 -- -cp CLASS_PATH dev.jpgo.test.programs.Spin 200000",
        "experiment locks --count=9000000000 --scenarios=THIN",
        "experiment bigapp --methods=2000 --seconds=100 --settings=QUEUED"
      })
  void aSignalEndsWhatItStartedAndDeletesItsFiles(String arguments) throws Exception {
    List<String> line = BuiltCommand.line(("bench " + arguments).split(" "));
    line.replaceAll(argument -> argument.equals("CLASS_PATH") ? CLASS_PATH : argument);
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + folder);
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process bench = builder.start();
    try {
      List<ProcessHandle> started = awaitMeasured(bench);
      bench.toHandle().destroy();
      assertTrue(bench.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      for (ProcessHandle each : started) {
        each.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
      try (Stream<Path> left = Files.list(folder)) {
        assertEquals(List.of(), left.toList());
      }
    } finally {
      bench.descendants().forEach(ProcessHandle::destroyForcibly);
      bench.destroyForcibly();
    }
  }

  /** The command's JVM starts the harness's, and that one those that are measured. */
  private List<ProcessHandle> awaitMeasured(Process bench) throws Exception {
    for (int wait = 0; wait < 50 * LIMIT_SECONDS && bench.isAlive(); wait++) {
      List<ProcessHandle> all = bench.descendants().toList();
      try (Stream<Path> files = Files.list(folder)) {
        if (all.size() > 1 && files.findAny().isPresent()) {
          return all;
        }
      }
      Thread.sleep(20);
    }
    throw new AssertionError("nothing is measured");
  }

  @Test
  void aTerminalShowsHowFarItIsAndNothingElseDoes() throws Exception {
    Path script = Path.of("/usr/bin/script");
    Assumptions.assumeTrue(Files.isExecutable(script), "needs util-linux's script");
    String[] arguments = {
      "bench", "--programs=list-sum-by-hand", "--forks=1", "--seconds=0.2", "--variants=agent"
    };
    String command = "'" + String.join("' '", BuiltCommand.line(arguments)) + "'";
    List<String> onTerminal = List.of(script.toString(), "-qec", command, "/dev/null");
    ForkedJvm.Result shown = BuiltCommand.run(onTerminal);
    assertEquals(0, shown.exitCode(), shown.out());
    assertTrue(shown.out().contains("\r\u001b[K[####"), shown.out());
    assertTrue(shown.out().contains("% list-sum-by-hand on this-xint, agent"), shown.out());
    String elsewhere = "'" + String.join("' '", BuiltCommand.line(arguments)) + "' 2>/dev/null";
    ForkedJvm.Result hidden =
        BuiltCommand.run(List.of(script.toString(), "-qec", elsewhere, "/dev/null"));
    assertEquals(0, hidden.exitCode(), hidden.out());
    assertFalse(hidden.out().contains("\u001b"), hidden.out());
  }

  private static ForkedJvm.Result bench(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(arguments));
    ForkedJvm.Result run = BuiltCommand.run(all.toArray(String[]::new));
    assertFalse(run.err().contains("\u001b"), run.err());
    return run;
  }
}
