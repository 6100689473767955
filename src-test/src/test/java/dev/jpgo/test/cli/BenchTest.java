package dev.jpgo.test.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Candid;
import dev.jpgo.test.vm.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

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

  private static ForkedJvm.Result bench(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(arguments));
    return BuiltCommand.run(all.toArray(String[]::new));
  }
}
