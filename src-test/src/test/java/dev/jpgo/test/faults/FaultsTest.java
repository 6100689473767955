package dev.jpgo.test.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.test.programs.Contained;
import dev.jpgo.test.programs.LateLoop;
import dev.jpgo.test.programs.Leaving;
import dev.jpgo.test.programs.LegacySort;
import dev.jpgo.test.programs.Meddling;
import dev.jpgo.test.programs.SecondAgent;
import dev.jpgo.test.programs.StoppedThreads;
import dev.jpgo.test.programs.Throwing;
import dev.jpgo.test.targets.TargetMain;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads that are stopped, memory and disks that are full, other agents and debuggers: each
 * program prints what it prints without the agent.
 */
class FaultsTest {
  private static final String EAGER =
      "delay=0,interval=20,tier1.calls=100,tier1.loops=1000,tier2.calls=20,tier2.loops=500,"
          + "budget=100,share=100,max-rewrites=1000,log=warn";

  /** For short programs: nothing but their own classes, at once. */
  private static final String AT_ONCE =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,log=warn,jdk=off";

  @TempDir private Path folder;

  @ParameterizedTest
  @Execution(CONCURRENT)
  @CsvSource({"JDK17_INT, interrupt", "JDK25_INT, interrupt", "JDK17, interrupt"})
  void interruptedThreadsOfTheAgentGoOnAndDoNotSpin(Vm vm, String how) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Meddling.class, "nothing");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).withAgent(EAGER + ",stats=" + stats()).run(Meddling.class, how);
    assertEquals(plain, tiered);
    assertTrue(figures().at("/promotions/tier2").asInt() > 0);
  }

  @Test
  void aThreadThatIsStoppedEndsWhateverIsDoneForItsTraces() {
    ForkedJvm.Result tiered = ForkedJvm.on(Vm.JDK17_INT).withAgent(EAGER).run(StoppedThreads.class);
    assertEquals("survived 0\n", tiered.out(), tiered.err());
  }

  @Test
  void aStoppedControllerLeavesTheProgramAndTheReports() throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(Vm.JDK17_INT).run(Meddling.class, "nothing");
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK17_INT)
            .withAgent(EAGER + ",stats=" + stats())
            .run(Meddling.class, "stop");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertTrue(tiered.err().contains("no more methods are promoted"), tiered.err());
    assertTrue(figures().at("/methods/seen").asInt() > 0);
  }

  /** Or a thread that loads it waits for one that loads a class of ours, and that one for it. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void whatMapsNeedWhereThreadsMeetIsLoadedBeforeTheAgent(Vm vm) throws IOException {
    List<String> loaded = new ArrayList<>();
    Path log = folder.resolve("classes.log");
    runWithLoads(log, vm, Meddling.class, "nothing");
    for (String line : Files.readAllLines(log)) {
      loaded.add(line.replaceAll("^\\[.*] (\\S+).*", "$1"));
    }
    int agent = loaded.indexOf("dev.jpgo.agent.AgentEntry");
    for (String needed : List.of("ThreadLocalRandom", "ConcurrentHashMap$CounterCell")) {
      int at = loaded.indexOf("java.util.concurrent." + needed);
      assertTrue(at >= 0 && at < agent, needed + ": " + at + ", agent: " + agent);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void theProgramsThreadsLoadNoClassOfTheAgents(Vm vm) throws IOException {
    Path log = folder.resolve("classes.log");
    ForkedJvm.Result result = runWithLoads(log, vm, LateLoop.class);
    assertEquals("102\n", result.out(), result.err());
    String main = "";
    List<String> late = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      String thread = line.substring(0, line.indexOf(']') + 1);
      if (main.isEmpty() && line.contains(" " + LateLoop.class.getName() + " ")) {
        main = thread;
      } else if (thread.equals(main) && line.matches(".* dev\\.jpgo\\.(agent|core|shaded)\\..*")) {
        late.add(line);
      }
    }
    assertFalse(main.isEmpty());
    assertEquals(List.of(), late);
  }

  /**
   * Runs a program with the agent, and logs what it loads, in turn: the thread in brackets, the
   * class, the source.
   */
  private static ForkedJvm.Result runWithLoads(
      Path log, Vm vm, Class<?> program, String... arguments) throws IOException {
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-Xlog:class+load:file=" + log + ":tid")
            .withAgent("log=warn")
            .run(program, arguments);
    assertEquals(0, result.exitCode(), result.err());
    return result;
  }

  @ParameterizedTest
  @CsvSource({
    "JDK25_INT, 16m, metaspace is 75% full",
    "JDK25_INT, 10m, MaxMetaspaceSize is below 16 MB",
    "JDK17_INT, 12288K, MaxMetaspaceSize is below 16 MB",
    "JDK17, 0xa00000, MaxMetaspaceSize is below 16 MB"
  })
  void whereMetaspaceIsBoundedTheProgramHasWhatItNeeds(Vm vm, String bound, String said) {
    String[] flags = {"-Xshare:off", "-XX:MaxMetaspaceSize=" + bound};
    ForkedJvm.Result tiered = bounded(vm, flags, 600);
    for (int rounds = 2400; !tiered.err().contains(said) && rounds < 20_000; rounds *= 2) {
      tiered = bounded(vm, flags, rounds); // a busy machine leaves the agent little time
    }
    assertTrue(tiered.err().contains(said), tiered.err());
  }

  private ForkedJvm.Result bounded(Vm vm, String[] flags, int rounds) {
    String argument = Integer.toString(rounds);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(flags).run(Leaving.class, argument);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).with(flags).withAgent(EAGER).run(Leaving.class, argument);
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals(plain.exitCode(), tiered.exitCode());
    return tiered;
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void aSmallHeapIsEnough(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).with("-Xmx24m").run(Leaving.class, "300");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).with("-Xmx24m").withAgent(EAGER).run(Leaving.class, "300");
    assertEquals(plain, tiered);
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void aTinyHeapIsLeftToTheProgram(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).with("-Xmx6m").run(Leaving.class, "300");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).with("-Xmx6m").withAgent(EAGER).run(Leaving.class, "300");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals(plain.exitCode(), tiered.exitCode());
    assertTrue(tiered.err().contains("below 12 MB"), tiered.err());
  }

  /** What the VM takes a container of 256 MiB for, and what the container would allow. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  @EnabledOnOs(OS.LINUX)
  void aContainerOf256MegabytesIsEnough(Vm vm) throws IOException {
    String ram = "-XX:MaxRAM=256m";
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(ram).run(Contained.class);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).with(ram).withAgent(EAGER + ",stats=" + stats()).run(Contained.class);
    assertEquals(plain, tiered);
    assertEquals("resident below 256 MB: true", plain.out().lines().skip(1).findFirst().orElse(""));
    assertTrue(figures().at("/promotions/tier1").asInt() > 0);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskCostsTheProfileAloneAndTheOldOneStays() throws Exception {
    Path out = Files.writeString(folder.resolve("old.jpgo"), "kept");
    ForkedJvm.Result plain = ForkedJvm.on(Vm.JDK17_INT).run(Leaving.class, "300");
    // no file may grow: what a full disk answers a write with
    Process tiered =
        new ProcessBuilder(
                ForkedJvm.on(Vm.JDK17_INT)
                    .with("-XX:-UsePerfData")
                    .withAgent(EAGER + ",out=" + out + ",stats=" + stats())
                    .through("sh", "-c", "ulimit -f 0 && exec \"$@\"", "sh")
                    .command(Leaving.class, "300"))
            .start();
    String printed = new String(tiered.getInputStream().readAllBytes(), UTF_8);
    String said = new String(tiered.getErrorStream().readAllBytes(), UTF_8);
    assertAll(
        () -> assertEquals(plain.out(), printed),
        () -> assertEquals(plain.exitCode(), tiered.waitFor()),
        () -> assertEquals(2, said.lines().count(), said),
        () -> assertTrue(said.contains(out.toString()), said),
        () -> assertTrue(said.contains(stats().toString()), said),
        () -> assertEquals("kept", Files.readString(out)),
        () -> assertEquals(1, Files.list(folder).count()));
  }

  /** As a container has them: mounted by itself, a file cannot be replaced by another one. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatIsMountedIsWrittenOver() throws Exception {
    Path real = Files.writeString(folder.resolve("real.jpgo"), "old ".repeat(100_000));
    Path seen = Files.createFile(folder.resolve("seen.jpgo"));
    String mount = "mount --bind " + real + " " + seen;
    String trial = "unshare -m sh -c '" + mount + "'";
    int status = new ProcessBuilder("sh", "-c", trial).start().waitFor();
    assumeTrue(status == 0, "mounting takes root");
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK17_INT)
            .withAgent(EAGER + ",out=" + seen)
            .through("unshare", "-m", "sh", "-c", mount + " && exec \"$@\"", "sh")
            .run(Leaving.class, "300");
    assertAll(
        () -> assertEquals("", tiered.err()),
        () -> assertTrue(ProfileFile.read(real).methods().size() > 0),
        () -> assertEquals(0, Files.size(seen)),
        () -> assertEquals(2, Files.list(folder).count()));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatCannotBeWrittenCostsOneLine() {
    ForkedJvm.Result plain = ForkedJvm.on(Vm.JDK17_INT).run(Leaving.class, "30");
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK17_INT).withAgent("out=/proc/run.jpgo").run(Leaving.class, "30");
    assertEquals(plain.out(), tiered.out());
    assertEquals(plain.exitCode(), tiered.exitCode());
    assertEquals(1, tiered.err().lines().count(), tiered.err());
    assertTrue(tiered.err().contains("/proc/run.jpgo"), tiered.err());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void anAgentWhoseTransformerThrowsChangesNothing(Vm vm) throws IOException {
    String second = "-javaagent:" + Throwing.jar(folder);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(second).run(TargetMain.class, "20", "0");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(second)
            .withAgent(AT_ONCE + ",stats=" + stats())
            .run(TargetMain.class, "20", "50");
    assertEquals(plain, tiered);
    assertTrue(figures().at("/promotions/tier2").asInt() > 0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void whereADebuggerMayAttachNothingIsTouched(Vm vm) throws IOException {
    String debugger = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=0";
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(debugger).run(Leaving.class, "100");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(debugger)
            .withAgent(EAGER + ",stats=" + stats())
            .run(Leaving.class, "100");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertTrue(tiered.err().contains("open to debuggers"), tiered.err());
    assertEquals(0, figures().at("/redefinition/classes").asInt());
    ForkedJvm.Result ignoring =
        ForkedJvm.on(vm)
            .with(debugger)
            .withAgent(EAGER + ",debugger=ignore,stats=" + stats())
            .run(Leaving.class, "100");
    assertEquals(plain, ignoring);
    assertTrue(figures().at("/redefinition/classes").asInt() > 0);
  }

  @Test
  void whatADebuggerMayDoIsNotAskedWhereNoneCanAttach() throws IOException {
    String rounds = "3000"; // a busy machine leaves the agent little time
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK17_INT)
            .withAgent(EAGER + ",stats=" + stats())
            .run(Leaving.class, rounds);
    assertFalse(tiered.err().contains("debuggers"), tiered.err());
    assertTrue(figures().at("/redefinition/classes").asInt() > 0);
  }

  /** Which permissions code has rests on the classes of all frames; JDK 25 has no such thing. */
  @Test
  void whereThereIsASecurityManagerNothingIsTouched() throws IOException {
    Path policy = folder.resolve("all.policy");
    Files.writeString(policy, "grant { permission java.security.AllPermission; };");
    String manager = "-Djava.security.manager";
    String permissions = "-Djava.security.policy=" + policy;
    ForkedJvm.Result plain =
        ForkedJvm.on(Vm.JDK17_INT).with(manager, permissions).run(Leaving.class, "100");
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK17_INT)
            .with(manager, permissions)
            .withAgent(EAGER + ",stats=" + stats())
            .run(Leaving.class, "100");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals(plain.exitCode(), tiered.exitCode());
    assertTrue(tiered.err().contains("security manager: nothing is touched"), tiered.err());
    assertEquals(0, figures().at("/redefinition/classes").asInt());
  }

  /** The agent's first class, which loads the others, has what the policy grants its jar. */
  @Test
  void whereAPolicyDoesNotNameTheAgentOneLineSaysSo() throws IOException {
    Path policy = folder.resolve("program.policy");
    Files.writeString(policy, grant(Leaving.class.getProtectionDomain().getCodeSource()));
    ForkedJvm.Result plain = managed(policy).run(Leaving.class, "100");
    String nothing =
        "jpgo: there is a security manager: nothing is touched, for it asks who is on the stack";
    ForkedJvm.Result unnamed =
        managed(policy).withAgent(EAGER + ",stats=" + stats()).run(Leaving.class, "100");
    assertEquals(plain.out(), unnamed.out(), unnamed.err());
    assertEquals(
        plain.err()
            + nothing
            + "; its policy must grant the agent's jar java.security.AllPermission if there are to"
            + " be reports\n",
        unnamed.err());
    assertFalse(Files.exists(stats()));
    URL jar = ForkedJvm.agentJar().toUri().toURL();
    Files.writeString(
        policy, grant(new CodeSource(jar, (Certificate[]) null)), StandardOpenOption.APPEND);
    ForkedJvm.Result named =
        managed(policy).withAgent(EAGER + ",stats=" + stats()).run(Leaving.class, "100");
    assertEquals(plain.out(), named.out(), named.err());
    assertEquals(plain.err() + nothing + "\n", named.err());
    assertEquals(0, figures().at("/redefinition/classes").asInt(-1));
  }

  private static ForkedJvm managed(Path policy) {
    return ForkedJvm.on(Vm.JDK17_INT)
        .with("-Djava.security.manager", "-Djava.security.policy==" + policy);
  }

  private static String grant(CodeSource place) {
    return "grant codeBase \""
        + place.getLocation()
        + "\" { permission java.security.AllPermission; };\n";
  }

  /** An image may have no modules but java.base and the one that agents need. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void anImageWithoutManagementIsEnough(Vm vm) throws IOException {
    String modules = "--limit-modules=java.base,java.instrument";
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(modules).run(TargetMain.class, "20", "0");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(modules)
            .withAgent(EAGER + ",stats=" + stats())
            .run(TargetMain.class, "20", "3000");
    assertEquals(plain, tiered);
    assertTrue(figures().at("/promotions/tier1").asInt() > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "JDK17_INT, -XX:+AllowArchivingWithJavaAgent -XX:ArchiveClassesAtExit=",
    "JDK25_INT, -XX:+AllowArchivingWithJavaAgent -XX:ArchiveClassesAtExit=",
    "JDK25_INT, -XX:AOTCacheOutput=",
    "JDK25_INT, -XX:AOTMode=record -XX:AOTConfiguration="
  })
  void whereAnArchiveOfClassesIsWrittenNothingIsTouched(Vm vm, String flags) throws IOException {
    Path jar = SecondAgent.jar(folder, Leaving.class); // archives know no folders of classes
    String[] dumping = (flags + folder.resolve("archive")).split(" ");
    ForkedJvm.Result plain = ForkedJvm.on(vm).classPath(jar).run(Leaving.class, "100");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-XX:+UnlockDiagnosticVMOptions")
            .with(dumping)
            .classPath(jar)
            .withAgent(EAGER + ",stats=" + stats())
            .run(Leaving.class, "100");
    assertTrue(tiered.out().contains(plain.out()), tiered.out());
    assertEquals(plain.exitCode(), tiered.exitCode(), tiered.err());
    assertTrue(tiered.err().contains("archive of its classes"), tiered.err());
    assertEquals(0, figures().at("/redefinition/classes").asInt());
  }

  /** The JDK reads it once, at the first sort of objects in the VM, which must be the program's. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "JDK17_C1"})
  void thePropertyThatChoosesTheSortIsTheProgramsToSet(Vm vm) throws IOException {
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent(
                EAGER + ",strategy=hot,stats=" + stats() + ",out=" + folder.resolve("run.jpgo"))
            .run(LegacySort.class, "2000");
    assertEquals("sorted\n", tiered.out(), tiered.err());
    assertTrue(figures().at("/promotions/tier1").asInt() > 0);
  }

  private Path stats() {
    return folder.resolve("stats.json");
  }

  private JsonNode figures() throws IOException {
    return new ObjectMapper().readTree(Files.readString(stats()));
  }
}
