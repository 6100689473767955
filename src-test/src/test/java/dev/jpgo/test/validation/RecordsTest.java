package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Recorded;
import dev.jpgo.test.programs.SecondAgent;
import dev.jpgo.test.vm.AgentInPlace;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Records that C1 compiles do what they did, with code in place of what the JDK links. */
class RecordsTest {
  /** Records of the program, of which one has methods of its own. */
  private static final int RECORDS = 6;

  /** The program itself and a class in it, which are counted if there is time to look at them. */
  private static final int LOOPING = 2;

  @TempDir private Path folder;

  /** All sites of the records: JDK 17's texts are patched too. */
  private static int sites(Vm vm) {
    return vm.feature() == 17 ? 3 * RECORDS + 1 : 2 * RECORDS;
  }

  private static String plain(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Recorded.class, "0", "stay");
    assertEquals("linked 0\n", plain.err());
    return plain.out();
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void theyAnswerAndShowTheirFramesAsBefore(Vm vm) {
    ForkedJvm.Result patched =
        ForkedJvm.on(vm)
            .withAgent("delay=0")
            .run(Recorded.class, Integer.toString(sites(vm)), "stay");
    assertEquals("linked " + sites(vm) + "\n", patched.err());
    assertEquals(plain(vm), patched.out());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void othersMayMakeThemAnewAndADetachPutsThemBack(Vm vm) throws IOException {
    ForkedJvm.Result detached =
        ForkedJvm.on(vm)
            .with(AgentInPlace.option(folder, "delay=0"))
            .with("-javaagent:" + SecondAgent.jar(folder)) // sees what the agent before it made
            .run(Recorded.class, Integer.toString(sites(vm)), "detach");
    String expected = "linked " + sites(vm) + ", patched true, then false\n";
    assertTrue(detached.err().endsWith(expected), detached.err());
    assertTrue(detached.err().contains("comes after this one"), detached.err());
    assertEquals(plain(vm), detached.out());
  }

  /** With what leaves it out, and where the VM's own compiler sees through the JDK's handles. */
  @ParameterizedTest
  @CsvSource({
    "JDK17_C1, strategy=none",
    "JDK17_C1, phases.off=record-methods",
    "JDK17_C1, exclude=dev.jpgo.test.programs.*",
    "JDK25_C1, strategy=none",
    "JDK17, delay=0",
    "JDK25, delay=0"
  })
  void nothingIsTouchedWhereItIsNotToBe(Vm vm, String option) throws IOException {
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result run =
        ForkedJvm.on(vm)
            .with(AgentInPlace.option(folder, option + ",stats=" + stats))
            .with("-javaagent:" + SecondAgent.jar(folder))
            .run(Recorded.class, "0", "stay");
    assertEquals("linked 0, patched false, then false\n", run.err());
    assertEquals(plain(vm), run.out());
    boolean selects = option.startsWith("phases.off"); // and counts what loops over lists
    int rewritten = new ObjectMapper().readTree(stats.toFile()).at("/foreground/rewritten").asInt();
    assertTrue(rewritten <= (selects ? LOOPING : 0), () -> rewritten + "");
  }

  /** Only records are given to the VM in other bytes, and what loops over lists. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void otherClassesAreLoadedAsTheyAre(Vm vm) throws IOException {
    Path stats = folder.resolve("stats.json");
    ForkedJvm.on(vm)
        .withAgent("delay=0,include=dev.jpgo.test.programs.Recorded*,stats=" + stats)
        .run(Recorded.class, Integer.toString(sites(vm)), "stay");
    int rewritten = new ObjectMapper().readTree(stats.toFile()).at("/foreground/rewritten").asInt();
    int records = vm.feature() == 17 ? RECORDS + 1 : RECORDS;
    assertTrue(rewritten >= records && rewritten <= records + LOOPING, () -> rewritten + "");
  }
}
