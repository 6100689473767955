package dev.jpgo.test.concurrency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Racing threads see nothing that the memory model forbids, whatever is made of their methods. */
class RacesTest {
  private static final String EAGER =
      "profile.values=on,profile.locks=on,"
          + "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,log=warn,mode=interpreter,include=dev.jpgo.test.*:java.util.concurrent.*,"
          + "stress.seed=1,stress=retier:osr,stats=";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25"})
  void nothingForbiddenIsSeen(Vm vm) throws IOException {
    check(vm, 1000);
  }

  @Tag("proof")
  @ParameterizedTest
  @EnumSource(Vm.class)
  void nothingForbiddenIsSeenForLonger(Vm vm) throws IOException {
    check(vm, 5000);
  }

  /** A busy machine leaves the agent little time: then the races last longer. */
  private void check(Vm vm, int millis) throws IOException {
    JsonNode figures = race(vm, millis);
    for (int longer = 4 * millis; !isTiered(figures) && longer <= 16 * millis; longer *= 4) {
      figures = race(vm, longer);
    }
    assertTrue(isTiered(figures), figures.toString());
    assertEquals(0, figures.at("/methods/quarantined").asInt(), figures.toString());
  }

  /** Whether the races went on while methods went from tier to tier. */
  private static boolean isTiered(JsonNode figures) {
    return figures.at("/promotions/tier2").asInt() > 10
        && figures.at("/promotions/reprofile").asInt() > 0;
  }

  private JsonNode race(Vm vm, int millis) throws IOException {
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent(EAGER + stats)
            .within(60 + millis / 20)
            .run(Races.class, Integer.toString(millis));
    assertEquals(
        """
        message: nothing forbidden
        dekker: nothing forbidden
        finals: nothing forbidden
        monitors: nothing forbidden
        longs: nothing forbidden
        library: nothing forbidden
        hierarchy: nothing forbidden
        initialization: nothing forbidden
        """,
        tiered.out(),
        tiered.err());
    assertEquals("", tiered.err());
    return new ObjectMapper().readTree(Files.readString(stats));
  }
}
