package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.test.programs.Leaving;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that end while the agent has its hands full. */
class ExitTest {
  private static final String EAGER =
      "delay=0,interval=5,tier1.calls=2,tier1.loops=10,tier2.calls=5,budget=100,share=100,log=warn";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"JDK17_INT, 1", "JDK17_INT, 1500", "JDK25_INT, 1", "JDK25_INT, 1500"})
  void aProgramThatExitsAmidPromotionsLeavesProfileAndStatistics(Vm vm, int rounds)
      throws IOException {
    Path out = folder.resolve("run.jpgo");
    Path stats = folder.resolve("stats.json");
    String[] arguments = {Integer.toString(rounds)};
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Leaving.class, arguments);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent(EAGER + ",out=" + out + ",stats=" + stats)
            .run(Leaving.class, arguments);
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    Profile profile = ProfileFile.read(out);
    assertAll(
        () -> assertEquals(plain.out(), tiered.out()),
        () -> assertEquals("", tiered.err()),
        () -> assertEquals(7, tiered.exitCode()),
        () -> assertEquals("interpreter", figures.at("/mode").asText()),
        () ->
            assertTrue(
                rounds == 1 || figures.at("/promotions/tier1").asInt() > 0, figures.toString()),
        () -> assertTrue(rounds == 1 || !profile.methods().isEmpty()));
  }
}
