package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.programs.FilteringLoader;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loaders whose own classes run while they look for a class. What is put into these has been asked
 * for before it runs; asked for then, it led to itself until the stack was full.
 */
class FilteringLoaderTest {
  private static final String TIERS =
      "delay=0,interval=5,tier1.calls=300,tier2.calls=300,budget=100,share=100,log=warn";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void theLoaderIsNotAskedByWhatItRuns(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-D" + FilteringLoader.AGENT + "=true")
            .withAgent(TIERS + ",decisions=" + decisions)
            .run(FilteringLoader.class);
    assertEquals("", result.err());
    assertEquals("done true\n", result.out());
    assertTrue(
        Files.readString(decisions)
            .contains("tier 2 dev.jpgo.test.programs.FilteringLoader$Filter"));
  }
}
