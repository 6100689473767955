package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Switches on patterns as JDK 25's own compiler makes them, plain and while they are optimized. */
class PatternSwitchTest {
  private static final String EAGER =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,jdk=off,log=warn";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK25_INT", "JDK25_C1"})
  void switchesAnswerAsTheJdkHasThemAnswer(Vm vm) throws Exception {
    compile(vm);
    ForkedJvm.Result plain = ForkedJvm.on(vm).classPath(folder).run("PatternsMain", "0");
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .classPath(folder)
            .withAgent(EAGER + ",stats=" + stats)
            .run(
                "PatternsMain",
                "10000"); // a class is left alone while C1 runs it, so it may take a while
    assertEquals("", plain.err());
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertTrue(figures.at("/promotions/tier2").asInt() > 0, figures.toString());
    assertEquals(0, figures.at("/methods/quarantined").asInt(), figures.toString());
  }

  private void compile(Vm vm) throws IOException, InterruptedException {
    Path source = folder.resolve("Patterns.java");
    try (InputStream in = getClass().getResourceAsStream("Patterns.java")) {
      Files.copy(Objects.requireNonNull(in), source);
    }
    String javac = vm.home().resolve("bin/javac").toString();
    Process process =
        new ProcessBuilder(javac, "-d", folder.toString(), source.toString()).inheritIO().start();
    assertEquals(0, process.waitFor());
  }
}
