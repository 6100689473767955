package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TierStep;
import dev.jpgo.test.programs.ComparesArrays;
import dev.jpgo.test.programs.Spin;
import dev.jpgo.test.programs.Walked;
import dev.jpgo.test.targets.TargetMain;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every target on every VM, plain and with thresholds so low that its methods climb all tiers. */
class TieringTest {
  private static final String ROUNDS = "30";
  private static final String MILLIS = "250";

  /** Where code is compiled, few methods come to tier 2, and on a slow machine none in 250. */
  private static final String MILLIS_COMPILED = "1000";

  private static final String EAGER =
      "profile.values=on,profile.locks=on,"
          + "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,jdk=off,log=warn";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Vm.class)
  void targetsDoTheSameWhileTheirMethodsClimbTheTiers(Vm vm) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(TargetMain.class, ROUNDS, "0");
    assertEquals(0, plain.exitCode(), plain.err());

    Path stats = folder.resolve("stats.json");
    Path profile = folder.resolve("run.jpgo");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent(EAGER + ",stats=" + stats + ",out=" + profile)
            .run(TargetMain.class, ROUNDS, vm.interpreted() ? MILLIS : MILLIS_COMPILED);

    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertAll(
        () -> assertEquals(plain.out(), tiered.out()),
        () -> assertEquals("", tiered.err()),
        () -> assertEquals(0, tiered.exitCode()),
        () -> assertEquals(0, figures.at("/methods/quarantined").asInt(), figures.toString()),
        () -> assertTrue(figures.at("/redefinition/refused").isEmpty(), figures.toString()),
        () -> assertTrue(figures.at("/promotions/tier2").asInt() > 0, figures.toString()),
        () -> changesOfTierAreRecorded(ProfileFile.read(profile)));
  }

  /**
   * A frame that is walked does not tell its version: others at the same index may be of another.
   */
  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void framesOfALoopThatIsHandedOverHaveTheirLines(Vm vm) throws IOException {
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Walked.class, "300");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent(EAGER + ",include=dev.jpgo.test.*,stats=" + stats)
            .run(Walked.class, "3000");
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    JsonNode figures = new ObjectMapper().readTree(stats.toFile());
    assertTrue(figures.at("/promotions/tier2").asInt() > 0, figures.toString());
  }

  /** Every class has counters, and the program calls next to nothing of the JDK's. */
  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void whatTheAgentAloneCallsIsLeftAsItIs(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent("strategy=hot,delay=0,log=warn,decisions=" + decisions)
            .run(Spin.class, "5000");
    assertEquals("", tiered.err());
    List<String> promoted =
        Files.readAllLines(decisions).stream().filter(line -> line.startsWith("tier 1 ")).toList();
    assertTrue(
        promoted.stream().anyMatch(line -> line.startsWith("tier 1 " + Spin.class.getName())));
    assertTrue(promoted.size() <= 24, promoted.toString()); // what was hot at first, at most
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void whatIsReplacedIsNotProfiledFirst(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent("strategy=hot,delay=0,log=warn,decisions=" + decisions)
            .run(ComparesArrays.class, "6000");
    assertEquals("equal 15000\n", tiered.out());
    assertEquals("", tiered.err());
    String compare = "jdk.internal.util.ArraysSupport.mismatch([C[CI)I: ";
    List<String> lines = Files.readAllLines(decisions);
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("tier 2 " + compare + "OPTIMIZED")),
        lines::toString);
    assertEquals(
        List.of(),
        lines.stream()
            .filter(
                line ->
                    line.startsWith("tier 1 " + compare)
                        || line.startsWith(
                            "tier 1 jdk.internal.util.ArraysSupport.vectorizedMismatch"))
            .toList());
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17", "JDK25", "JDK17_C1", "JDK25_C1"})
  void whereACompilerIsAtWorkLittleOrNothingIsTouchedUnlessAskedFor(Vm vm) throws IOException {
    boolean c1 = vm == Vm.JDK17_C1 || vm == Vm.JDK25_C1;
    Path stats = folder.resolve("stats.json");
    Path profile = folder.resolve("run.jpgo");
    String options = "delay=0,interval=5,stats=" + stats + ",out=" + profile;
    ForkedJvm.Result left =
        ForkedJvm.on(vm).withAgent(options).run(TargetMain.class, ROUNDS, MILLIS);
    assertEquals(0, left.exitCode(), left.err());
    assertTrue(left.err().contains("unless strategy=hot asks for"), left.err());
    assertEquals(1, left.err().lines().count(), left.err());
    int counted = new ObjectMapper().readTree(stats.toFile()).at("/methods/tier0").asInt();
    if (!c1) {
      assertEquals(0, counted);
      assertEquals(List.of(), ProfileFile.read(profile).methods());
    }

    ForkedJvm.Result asked =
        ForkedJvm.on(vm).withAgent(options + ",strategy=hot").run(TargetMain.class, ROUNDS, MILLIS);
    assertEquals(left.out(), asked.out());
    assertEquals("", asked.err());
    int all = new ObjectMapper().readTree(stats.toFile()).at("/methods/tier0").asInt();
    assertTrue(all > 5 * counted, () -> all + " and " + counted);
    assertFalse(ProfileFile.read(profile).methods().isEmpty());
  }

  private static void changesOfTierAreRecorded(Profile profile) {
    int climbed = 0;
    for (ProfiledMethod method : profile.methods()) {
      List<TierStep> steps = method.steps();
      for (int i = 0; i < steps.size(); i++) {
        long before = i == 0 ? 0 : steps.get(i - 1).atMillis();
        assertTrue(steps.get(i).atMillis() >= before, method::toString);
        assertTrue(steps.get(i).atMillis() <= profile.durationMillis(), method::toString);
        assertFalse(steps.get(i).reason().isEmpty(), method::toString);
      }
      boolean up = steps.size() > 1 && steps.get(0).tier() == 1 && steps.get(1).tier() == 2;
      climbed += up ? 1 : 0;
    }
    assertTrue(climbed > 0, "no method went from tier 1 to tier 2");
  }
}
