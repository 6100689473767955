package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Breaking;
import dev.jpgo.test.programs.DefinedOnFullStack;
import dev.jpgo.test.programs.FullStacks;
import dev.jpgo.test.programs.HandedOver;
import dev.jpgo.test.programs.LoadTimeAgent;
import dev.jpgo.test.programs.Loaders;
import dev.jpgo.test.programs.ManyThreads;
import dev.jpgo.test.programs.Reprofiled;
import dev.jpgo.test.programs.SecondAgent;
import dev.jpgo.test.programs.Spin;
import dev.jpgo.test.programs.TakenBack;
import dev.jpgo.test.programs.TakenBackLoop;
import dev.jpgo.test.targets.TargetMain;
import dev.jpgo.test.vm.AgentInPlace;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The agent in the situations that break naive ones. */
class SituationsTest {
  private static final String EAGER =
      "profile.values=on,profile.locks=on,"
          + "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,log=warn,jdk=off";

  /** Steps of a loop that runs for some seconds interpreted. */
  private static final String LOOP = "30000000";

  @TempDir private Path folder;

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void aMainThatSpinsReachesTierTwoInsideItsLoop(Vm vm) throws IOException {
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Spin.class, "0");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).withAgent("jdk=off,log=warn,stats=" + stats).run(Spin.class, "10000");
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertAll(
        () -> assertEquals(checksum(plain), checksum(tiered)),
        () -> assertEquals("", tiered.err()),
        () -> assertTrue(figures.at("/osr/entries").asInt() >= 1, figures.toString()),
        () -> assertTrue(figures.at("/promotions/tier2").asInt() >= 1, figures.toString()));
  }

  private static String checksum(ForkedJvm.Result result) {
    return result.out().split(" ")[1];
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(Vm.class)
  void aSecondImplementorIsNoticedHoweverItComes(Vm vm) {
    ForkedJvm.Result tiered = ForkedJvm.on(vm).withAgent(EAGER).run(Breaking.class, "1500");
    assertEquals("thread 0\ncallee 0\nlambda 0\nproxy 0\nhidden 0\n", tiered.out(), tiered.err());
    assertEquals("", tiered.err());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "JDK17", "JDK25"})
  void aThousandLoadersThatDoNotDelegateAreCollected(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Loaders.class, "1000", "50");
    ForkedJvm.Result tiered = ForkedJvm.on(vm).withAgent(EAGER).run(Loaders.class, "1000", "50");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals("", tiered.err());
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void aStackThatIsFullRightBehindALockIsNothingElse(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent("jdk=off,delay=0,log=warn,decisions=" + decisions)
            .run(FullStacks.class);
    assertEquals("260 full, 0 others, held false\n", tiered.out());
    assertEquals("", tiered.err());
    String made = Files.readString(decisions);
    assertTrue(made.contains("inline dev.jpgo.test.programs.FullStacks.recurseSynchronized"), made);
    boolean nested = made.contains("FullStacks.recurse(I)V: OPTIMIZED");
    assertEquals(vm != Vm.ZERO17, nested, made); // Zero VMs lose locks then
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void aClassThatIsDefinedWhereTheStackIsFullIsSeen(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent(EAGER + ",decisions=" + decisions)
            .run(DefinedOnFullStack.class, "2000");
    assertEquals("4006\n", tiered.out());
    String made = Files.readString(decisions);
    assertTrue(made.contains("inline dev.jpgo.test.programs.DefinedOnFullStack$Base.plus"), made);
  }

  @ParameterizedTest
  @CsvSource({
    "JDK17_INT, -XX:+UseZGC",
    "JDK17_INT, -XX:-UseCompressedOops",
    "JDK17_INT, -XX:+BytecodeVerificationLocal",
    "JDK25_INT, -XX:+UseZGC",
    "JDK25_INT, -XX:+UseShenandoahGC",
    "JDK25_INT, -XX:+BytecodeVerificationLocal",
    "JDK25_INT, -XX:+UseCompactObjectHeaders",
    "JDK25, -XX:+UseCompactObjectHeaders"
  })
  void otherFlagsMakeNoDifference(Vm vm, String flag) {
    String unlock = "-XX:+UnlockDiagnosticVMOptions";
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(unlock, flag).run(TargetMain.class, "20", "0");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(unlock, flag)
            .withAgent(EAGER + ",mode=interpreter,stress=retier,stress.seed=1")
            .run(TargetMain.class, "20", "100");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals("", tiered.err());
  }

  /** Zero VMs stop threads in calls alone, and the call is inlined. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @CsvSource({
    "JDK17_INT, await",
    "JDK25_INT, await",
    "ZERO17, await",
    "JDK17_INT, count",
    "ZERO17, count",
    "ZERO17, around"
  })
  void aLoopWhoseCallsAreGoneCanStillBeStopped(Vm vm, String what) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .within(40)
            .withAgent(EAGER + ",decisions=" + decisions)
            .run(HandedOver.class, what, "8000");
    assertEquals("ended true\n", tiered.out(), tiered.err());
    assertEquals("", tiered.err());
    String made = Files.readString(decisions);
    assertTrue(made.contains("inline dev.jpgo.test.programs.HandedOver.tick"), made);
  }

  @ParameterizedTest
  @EnumSource(Vm.class)
  void threadsComputeTheSameWhileTiersChange(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(ManyThreads.class, "0", "platform");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).withAgent(EAGER).run(ManyThreads.class, "3000", "platform");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals("", tiered.err());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK25_INT", "JDK25"})
  void virtualThreadsComputeTheSameWhileTiersChange(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(ManyThreads.class, "0", "virtual");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).withAgent(EAGER).run(ManyThreads.class, "3000", "virtual");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals("", tiered.err());
  }

  @Test
  void itSharesAJvmWithJacocoInEitherOrder() throws IOException {
    Path coverage = folder.resolve("jacoco.exec");
    String jacoco = "-javaagent:" + jacocoAgent() + "=destfile=" + coverage;
    ForkedJvm.Result plain = ForkedJvm.on(Vm.JDK17_INT).run(TargetMain.class, "20", "0");
    ForkedJvm.Result after =
        ForkedJvm.on(Vm.JDK17_INT).with(jacoco).withAgent(EAGER).run(TargetMain.class, "20", "50");
    ForkedJvm.Result before =
        ForkedJvm.on(Vm.JDK17_INT).withAgent(EAGER).with(jacoco).run(TargetMain.class, "20", "50");
    assertAll(
        () -> assertEquals(plain.out(), after.out()),
        () -> assertEquals("", after.err()),
        () -> assertEquals(plain.out(), before.out()),
        () -> assertEquals("", before.err()),
        () -> assertTrue(Files.size(coverage) > 0));
  }

  /**
   * Leaves alone what waits for versions of nested classes: optimized it has their code in it, so
   * that they are not called any more, and a loop that runs goes on with the code of before.
   */
  private static String withoutMain(Class<?> program) {
    return ",exclude=" + program.getName();
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "JDK17_C1"})
  void aClassThatAnotherAgentHasMadeAnewGetsItsTiersAgain(Vm vm) throws IOException {
    String second = "-javaagent:" + SecondAgent.jar(folder);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(second).run(TakenBack.class, "plain");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(second)
            .withAgent(EAGER + withoutMain(TakenBack.class))
            .run(TakenBack.class, "tiers");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals("", tiered.err());
    ForkedJvm.Result named =
        ForkedJvm.on(vm)
            .withAgent(EAGER + withoutMain(TakenBack.class))
            .with(second)
            .run(TakenBack.class, "tiers");
    assertEquals(plain.out(), named.out(), named.err());
    assertEquals("", named.err()); // named first, it goes behind
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void whereThereIsNoPlaceBehindAnAgentWhatItChangesIsNotInlined(Vm vm) throws IOException {
    String second = "-javaagent:" + SecondAgent.jar(folder);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(second).run(TakenBack.class, "plain");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(AgentInPlace.option(folder, EAGER + withoutMain(TakenBack.class)))
            .with(second)
            .run(TakenBack.class, "behind");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertTrue(tiered.err().contains("comes after this one ("), tiered.err());
    String other = "-javaagent:" + SecondAgent.jar(folder, LoadTimeAgent.class);
    ForkedJvm.Result alone = ForkedJvm.on(vm).with(other).run(LoadTimeAgent.class, "0");
    ForkedJvm.Result closed =
        ForkedJvm.on(vm)
            .with(AgentInPlace.option(folder, "delay=0,log=warn"))
            .with(other)
            .run(LoadTimeAgent.class, "0");
    assertEquals(alone.out(), closed.out(), closed.err()); // nothing is opened for it
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void whatAnotherAgentChangesAsClassesAreLoadedStays(Vm vm) throws IOException {
    String other = "-javaagent:" + SecondAgent.jar(folder, LoadTimeAgent.class);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(other).run(LoadTimeAgent.class, "0");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).with(other).withAgent(EAGER).run(LoadTimeAgent.class, "2");
    assertEquals("marker two 116000 0 false\n", plain.out());
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals("", tiered.err());
    ForkedJvm.Result named =
        ForkedJvm.on(vm).withAgent(EAGER).with(other).run(LoadTimeAgent.class, "2");
    assertEquals(plain.out(), named.out(), named.err());
    assertEquals("", named.err()); // named first, it goes behind
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void whatAnotherAgentChangesIsSeenWhereThereIsNoRoomForFurtherVersions(Vm vm) throws IOException {
    String[] flags = {"-javaagent:" + SecondAgent.jar(folder), "-XX:MaxMetaspaceSize=40m"};
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(flags).run(TakenBack.class, "plain");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(flags)
            .withAgent(EAGER + withoutMain(TakenBack.class))
            .run(TakenBack.class, "full");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertTrue(tiered.err().contains("metaspace is 75% full"), tiered.err());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void aMethodWhoseAssumptionsAreBrokenIsProfiledAndOptimizedAgain(Vm vm) throws IOException {
    Path stats = folder.resolve("stats.json");
    String second = "-javaagent:" + SecondAgent.jar(folder);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(second).run(Reprofiled.class, "plain");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(second)
            .withAgent(EAGER + withoutMain(Reprofiled.class) + ",stats=" + stats)
            .run(Reprofiled.class, "tiers");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals("", tiered.err());
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertTrue(figures.at("/promotions/reprofile").asInt() >= 1, figures.toString());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void aLoopGoesOnWhileAnotherAgentMakesItsClassAnew(Vm vm) throws IOException {
    Path stats = folder.resolve("stats.json");
    String second = "-javaagent:" + SecondAgent.jar(folder);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(second).run(TakenBackLoop.class, LOOP, "false");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(second)
            .withAgent(EAGER + ",stats=" + stats)
            .run(TakenBackLoop.class, LOOP, "true");
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertAll(
        () -> assertEquals(plain.out(), tiered.out()),
        () -> assertEquals("", tiered.err()),
        () -> assertTrue(figures.at("/osr/entries").asInt() >= 1, figures.toString()));
  }

  @Test
  void methodsOfAggressiveClassesArePromotedWhereNoThresholdIsEverReached() throws IOException {
    String never = "delay=0,interval=5,tier1.calls=2000000000,tier1.loops=2000000000,jdk=off";
    String aggressive = never + ",aggressive=dev.jpgo.test.targets.*,tier2.calls=20";
    ForkedJvm.Result plain = ForkedJvm.on(Vm.JDK17_INT).run(TargetMain.class, "20", "0");
    assertAll(
        () -> assertEquals(0, promotions(never, "tier1", plain)),
        () -> assertTrue(promotions(aggressive, "tier2", plain) > 0));
  }

  private int promotions(String options, String tier, ForkedJvm.Result plain) throws IOException {
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK17_INT)
            .withAgent(options + ",stats=" + stats)
            .run(TargetMain.class, "20", "50");
    assertEquals(plain.out(), tiered.out());
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    return figures.at("/promotions/" + tier).asInt();
  }

  private static Path jacocoAgent() {
    return Stream.of(
            System.getProperty("java.class.path").split(System.getProperty("path.separator")))
        .map(Path::of)
        .filter(path -> path.getFileName().toString().startsWith("org.jacoco.agent"))
        .findFirst()
        .orElseThrow();
  }
}
