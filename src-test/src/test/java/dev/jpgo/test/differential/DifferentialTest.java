package dev.jpgo.test.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Generated programs, plain and under the agent with eager thresholds. {@code
 * -Djpgo.fuzz.first=SEED} and {@code -Djpgo.fuzz.programs=N} choose others than the regular ones,
 * {@code -Djpgo.fuzz.stress=KIND:KIND} what the agent does at random; a difference names its seed.
 */
class DifferentialTest {
  private static final long FIRST = Long.getLong("jpgo.fuzz.first", 1);
  private static final int PROGRAMS = Integer.getInteger("jpgo.fuzz.programs", 24);
  private static final String EAGER =
      "profile.values=on,profile.locks=on,"
          + "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=10,tier2.loops=500,budget=100,share=100,"
          + "max-rewrites=1000,log=warn,include=fuzz.*";
  private static final String JDK_UNKNOWN = ",jdk=off";

  /** What streams over lists are made of: code that is not touched is not known either. */
  private static final String STREAMS =
      ":java.util.ArrayList*:java.util.Collection:java.util.Spliterator*:java.util.stream.*";

  private static final String STRESS =
      System.getProperty("jpgo.fuzz.stress", "receivers:misses:inlining:osr:retier");

  @TempDir private Path folder;

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(Vm.class)
  void generatedProgramsDoTheSameUnderTheAgent(Vm vm) throws IOException {
    compare(vm, EAGER + JDK_UNKNOWN);
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(names = {"JDK17_INT", "JDK25_C1"})
  void generatedProgramsDoTheSameWhateverTheAgentDoesAtRandom(Vm vm) throws IOException {
    compare(vm, EAGER + JDK_UNKNOWN + ",stress=" + STRESS + ",stress.seed=" + FIRST);
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(names = {"JDK17_INT", "JDK25_INT"})
  void generatedProgramsDoTheSameWhereTheAgentKnowsTheJdk(Vm vm) throws IOException {
    compare(vm, EAGER + STREAMS);
  }

  private void compare(Vm vm, String options) throws IOException {
    vm.command();
    ProgramCompiler.compile(FIRST, PROGRAMS, folder);
    String classPath = System.getProperty("java.class.path");
    Path[] entries = {folder, Path.of(classPath.split(System.getProperty("path.separator"))[0])};
    String[] plainRuns = {"" + FIRST, "" + PROGRAMS, "12", "2"};
    String[] tieredRuns = {"" + FIRST, "" + PROGRAMS, "12", "60"};
    ForkedJvm.Result plain = ForkedJvm.on(vm).classPath(entries).run(ProgramMain.class, plainRuns);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).classPath(entries).withAgent(options).run(ProgramMain.class, tieredRuns);
    assertEquals(0, plain.exitCode(), plain.err());
    assertEquals(List.of(), differences(plain.out(), tiered.out()), tiered.err());
    assertEquals("", tiered.err());
    assertEquals(0, tiered.exitCode());
  }

  private static List<String> differences(String plain, String tiered) {
    List<String> differences = new ArrayList<>();
    String[] expected = plain.split("\n");
    String[] actual = tiered.split("\n");
    for (int i = 0; i < expected.length; i++) {
      String got = i < actual.length ? actual[i] : "nothing";
      if (!expected[i].equals(got)) {
        int at = Math.max(0, mismatch(expected[i], got) - 40);
        differences.add(
            "expected seed " + part(expected[i], at) + "\n     got seed " + part(got, at));
      }
    }
    return differences;
  }

  private static int mismatch(String a, String b) {
    int i = 0;
    while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return i;
  }

  /** The seed, and what surrounds the first difference. */
  private static String part(String line, int from) {
    String seed = line.substring(0, Math.max(0, line.indexOf(' ')));
    return seed + " ..." + line.substring(from, Math.min(line.length(), from + 200));
  }
}
