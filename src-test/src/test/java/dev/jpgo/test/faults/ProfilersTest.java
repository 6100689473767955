package dev.jpgo.test.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.RecordedEvents;
import dev.jpgo.test.programs.Watched;
import dev.jpgo.test.targets.TargetMain;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Profilers that walk stacks at any moment, while methods climb and fall: the program prints what
 * it prints without the agent, and the profile is whole.
 */
class ProfilersTest {
  /** Nothing but the programs' own classes, at once, and back again at random. */
  private static final String RESTLESS =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,log=error,jdk=off,mode=interpreter,stress=retier,stress.seed=1,stats=";

  /** What async-profiler prints before the program does. */
  private static final String STARTED = "Profiling started\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "JDK17", "JDK25"})
  void aFlightRecordingIsWhole(Vm vm) throws IOException {
    Path recording = folder.resolve("run.jfr");
    run(
        vm,
        "",
        "-XX:StartFlightRecording=settings=profile,filename=" + recording,
        "-Xlog:jfr+startup=error");
    boolean sampled = false;
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      sampled |= event.getEventType().getName().equals("jdk.ExecutionSample");
    }
    assertTrue(sampled);
  }

  /** What the recorder makes of events, and of what reads files, is in none of the bytes we see. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void eventsOfHotMethodsAreRecorded(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(RecordedEvents.class, "0");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .withAgent(
                "delay=0,interval=20,tier1.calls=50,tier1.loops=500,tier2.calls=20,tier2.loops=200,"
                    + "share=100,include=java.io.*:"
                    + RecordedEvents.class.getName()
                    + "*,decisions="
                    + decisions)
            .run(RecordedEvents.class, "4000");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertTrue(plain.out().contains("turns 5000, of numbers 22500, reads "), plain.out());
    assertFalse(plain.out().endsWith("reads 0\n"), plain.out());
    String decided = Files.readString(decisions);
    assertTrue(decided.contains("RecordedEvents.turns()I: OPTIMIZED"), decided);
  }

  /**
   * async-profiler interrupts each thread after each millisecond of its processor time and walks
   * its stack in the signal handler, by the VM's AsyncGetCallTrace ({@code no} native frames) or by
   * reading the VM's structures ({@code vm}). The latter stops at a frame of a version that is gone
   * ({@code break_interpreted}), whoever redefined the class; so the one at the bottom stays.
   */
  @ParameterizedTest
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  @CsvSource({"JDK17_INT, no", "JDK17, no", "JDK25, vm"})
  void signalsThatWalkStacksFindThemWhole(Vm vm, String walk) throws IOException {
    Path profile = folder.resolve("run.collapsed");
    run(
        vm,
        walk.equals("vm") ? "exclude=" + TargetMain.class.getName() + "," : "",
        "-agentpath:"
            + asyncProfiler()
            + "=start,event=itimer,interval=1ms,collapsed,cstack="
            + walk
            + ",file="
            + profile,
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+DebugNonSafepoints");
    List<String> stacks = Files.readAllLines(profile);
    String bottom = TargetMain.class.getName().replace('.', '/') + ".main";
    assertTrue(
        stacks.stream().anyMatch(stack -> stack.contains(bottom)), () -> "stacks: " + stacks);
  }

  /**
   * From JDK 19 on a thread that is asked for its trace answers with methods that the VM may free
   * before it has read them, which ended it within seconds.
   */
  @ParameterizedTest
  @CsvSource({
    "JDK17_INT, platform",
    "JDK25_INT, platform",
    "JDK25_INT, virtual",
    "JDK25_C1, platform",
    "JDK25, platform",
    "JDK25, virtual"
  })
  void aThreadMayBeAskedForTracesOverAndOver(Vm vm, String kind) throws IOException {
    run(vm, Watched.class, List.of(kind), "");
  }

  private void run(Vm vm, String options, String... profiler) throws IOException {
    run(vm, TargetMain.class, List.of(), options, profiler);
  }

  private void run(
      Vm vm, Class<?> program, List<String> arguments, String options, String... profiler)
      throws IOException {
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(program, with(arguments, "20", "0"));
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with(profiler)
            .withAgent(options + RESTLESS + stats)
            .run(program, with(arguments, "20", "200"));
    assertEquals(plain.out(), tiered.out().replace(STARTED, ""), tiered.err());
    assertEquals(plain.exitCode(), tiered.exitCode(), tiered.err());
    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertTrue(figures.at("/promotions/tier2").asInt() > 0, figures.toString());
  }

  private static String[] with(List<String> arguments, String rounds, String milliseconds) {
    List<String> all = new ArrayList<>(arguments);
    all.add(rounds);
    all.add(milliseconds);
    return all.toArray(new String[0]);
  }

  private Path asyncProfiler() throws IOException {
    Path library = folder.resolve("libasyncProfiler.so");
    try (InputStream in =
        ProfilersTest.class.getResourceAsStream("/linux-x64/libasyncProfiler.so")) {
      if (in == null) {
        throw new IllegalStateException("async-profiler is not on the class path");
      }
      Files.copy(in, library);
    }
    return library;
  }
}
