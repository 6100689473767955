package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.targets.TargetMain;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every target on every VM, plain and with thresholds so low that its methods climb all tiers. */
class TieringTest {
  private static final String ROUNDS = "30";
  private static final String MILLIS = "250";
  private static final String EAGER =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,jdk=off,log=warn";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Vm.class)
  void targetsDoTheSameWhileTheirMethodsClimbTheTiers(Vm vm) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(TargetMain.class, ROUNDS, "0");
    assertEquals(0, plain.exitCode(), plain.err());

    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).withAgent(EAGER + ",stats=" + stats).run(TargetMain.class, ROUNDS, MILLIS);

    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertAll(
        () -> assertEquals(plain.out(), tiered.out()),
        () -> assertEquals("", tiered.err()),
        () -> assertEquals(0, tiered.exitCode()),
        () -> assertEquals(0, figures.at("/methods/quarantined").asInt(), figures.toString()),
        () -> assertTrue(figures.at("/redefinition/refused").isEmpty(), figures.toString()),
        () -> assertTrue(figures.at("/promotions/tier2").asInt() > 0, figures.toString()));
  }
}
