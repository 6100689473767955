package dev.jpgo.test.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Test suites of other projects, each test's outcome under the agent compared with that of a plain
 * run. A test that differs and does so between two plain runs, too, says nothing and is named in
 * the table as flaky, {@code target/suites.md}; docs/proof.md holds the last run.
 *
 * <p>Where the VM compiles, the agent is told to do what it does in interpreters: opened access,
 * assumption flags and all. The compiled code of the suites so runs through the same versions that
 * an interpreter would see, in a fraction of the time. The agent looks once a second, so that
 * compiled code is not thrown away all the time.
 *
 * <p>{@code -Djpgo.suites=commons-csv,commons-text} runs these alone.
 */
@Tag("proof")
class SuiteTest {
  private static final String EAGER =
      "delay=0,interval=1000,batch=2000,tier1.calls=0,tier1.loops=0,tier2.calls=5,tier2.loops=500,budget=100,share=100,"
          + "max-rewrites=1000,mode=interpreter,log=warn,stats=";

  private static final long LIMIT_SECONDS = 3600;

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("selected")
  void everySuiteEndsAsWithoutTheAgent(Suite suite) throws IOException {
    check(suite, Vm.JDK17);
  }

  @ParameterizedTest
  @MethodSource("selected")
  void everySuiteEndsAsWithoutTheAgentOnLaterJdks(Suite suite) throws IOException {
    check(suite, Vm.JDK25);
  }

  @ParameterizedTest
  @MethodSource("selectedForInterpreters")
  void suitesEndAsWithoutTheAgentInAnInterpreter(Suite suite) throws IOException {
    check(suite, Vm.JDK17_INT);
  }

  @ParameterizedTest
  @MethodSource("selectedForInterpreters")
  void suitesEndAsWithoutTheAgentOnZero(Suite suite) throws IOException {
    check(suite, Vm.ZERO17);
  }

  static List<Suite> selected() {
    List<String> names = List.of(System.getProperty("jpgo.suites", "").split(","));
    return Stream.of(Suite.values())
        .filter(suite -> names.contains("") || names.contains(suite.toString()))
        .toList();
  }

  static List<Suite> selectedForInterpreters() {
    return selected().stream().filter(Suite::forInterpreters).toList();
  }

  private void check(Suite suite, Vm vm) throws IOException {
    Path stats = folder.resolve("stats.json");
    Outcomes plain = run(suite, vm, ForkedJvm.on(vm));
    Outcomes tiered = run(suite, vm, ForkedJvm.on(vm).withAgent(EAGER + stats));
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    Set<String> different = plain.differences(tiered);
    Set<String> flaky = new TreeSet<>(different);
    if (!different.isEmpty()) {
      flaky.retainAll(plain.differences(run(suite, vm, ForkedJvm.on(vm))));
      different.removeAll(flaky);
    }
    Results.add(suite, vm, plain, flaky, different, figures);
    assertEquals(List.of(), List.copyOf(different));
    assertTrue(figures.at("/promotions/tier2").asInt() > 100, figures.toString());
    assertEquals(0, figures.at("/methods/quarantined").asInt(), figures.toString());
    assertTrue(figures.at("/redefinition/refused").isEmpty(), figures.toString());
  }

  private Outcomes run(Suite suite, Vm vm, ForkedJvm jvm) throws IOException {
    Path work = suite.workplace(folder);
    Path outcomes = work.resolve("outcomes.txt");
    ForkedJvm.Result result =
        jvm.with("-Xmx2g")
            .with(suite.flags())
            .classPath(suite.classPath())
            .in(work)
            .within(LIMIT_SECONDS)
            .run(SuiteMain.class, suite.tests().toString(), outcomes.toString(), suite.leftOut(vm));
    assertEquals(0, result.exitCode(), result.err());
    return Outcomes.read(outcomes);
  }
}
