package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Breaking;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The figures of a run in which assumptions are made and broken. */
class StatisticsTest {
  private static final String EAGER =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,log=warn,jdk=off";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void codeSizesQueueMissesAndProcessorTimeAreWhatHappened(Vm vm) throws IOException {
    Path file = folder.resolve("stats.json");
    ForkedJvm.Result run =
        ForkedJvm.on(vm).withAgent(EAGER + ",stats=" + file).run(Breaking.class, "1500");
    JsonNode all = new ObjectMapper().readTree(Files.readString(file));
    int placed = 0;
    for (String where : new String[] {"tier0", "tier1", "tier2", "excluded", "quarantined"}) {
      placed += all.at("/methods/" + where).asInt();
    }
    int methods = placed;
    assertAll(
        () -> assertEquals("", run.err()),
        () -> assertTrue(all.at("/promotions/tier2").asInt() > 0, all.toString()),
        () -> assertTrue(all.at("/optimizer/codeBytesBefore").asInt() > 0, all.toString()),
        () -> assertTrue(all.at("/optimizer/codeBytesAfter").asInt() > 0, all.toString()),
        () -> assertTrue(all.at("/optimizer/cpuMillis").asDouble() > 0, all.toString()),
        () -> assertTrue(all.at("/queue/peak").asInt() > 0, all.toString()),
        () -> assertTrue(all.at("/guards/misses").asLong() > 0, all.toString()),
        () -> assertTrue(all.at("/foreground/classes").asInt() > 0, all.toString()),
        () -> assertTrue(all.at("/foreground/rewritten").asInt() > 0, all.toString()),
        () -> assertTrue(all.at("/foreground/millis").asDouble() > 0, all.toString()),
        () -> assertTrue(all.at("/methods/excluded").asInt() > 0, all.toString()),
        () -> assertTrue(methods <= all.at("/methods/seen").asInt(), all.toString()));
  }
}
