package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.SecondAgent;
import dev.jpgo.test.programs.SeldomLeft;
import dev.jpgo.test.programs.StayingBroken;
import dev.jpgo.test.programs.StayingLoop;
import dev.jpgo.test.programs.StayingMaker;
import dev.jpgo.test.programs.StayingMarked;
import dev.jpgo.test.programs.StayingThrows;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Methods whose objects are not made, in the situations that might tell. Each test shows by the
 * decisions that the objects in question were indeed not made.
 */
class StayingVmTest {
  private static final String TIERS =
      "include=dev.jpgo.test.programs.Staying*:java.lang.Record,delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=20,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn";

  /** What a method does before its loop counts for something only when calls have ended. */
  private static final String OFF_AFTER_WHOLE_CALLS = ",osr=off,tier2.calls=100000";

  @TempDir private Path folder;

  private ForkedJvm tiered(Vm vm, String more, String... flags) {
    return ForkedJvm.on(vm)
        .with(flags)
        .with("-Dstaying.agent=true")
        .withAgent(TIERS + more + ",stats=" + stats() + ",decisions=" + decisions());
  }

  private Path stats() {
    return folder.resolve("stats.json");
  }

  private Path decisions() {
    return folder.resolve("decisions.txt");
  }

  private int stat(String pointer) throws IOException {
    JsonNode figures = new ObjectMapper().readTree(stats().toFile());
    return figures.at(pointer).asInt();
  }

  /**
   * The classes of the objects that were not made, one text for each time that a method of a {@code
   * Subject} was optimized.
   */
  private List<String> unmade(String method) throws IOException {
    List<String> versions = new ArrayList<>();
    boolean meant = false;
    for (String line : Files.readAllLines(decisions())) {
      if (!line.startsWith(" ")) {
        meant = line.startsWith("tier 2 ") && line.contains("$Subject." + method + '(');
        if (meant) {
          versions.add("");
        }
      } else if (meant && line.matches("  inline .*: its object is not made")) {
        String type = line.substring(line.indexOf('$') + 1, line.indexOf(".<init>"));
        int last = versions.size() - 1;
        versions.set(last, versions.get(last) + type + ' ');
      }
    }
    return versions;
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void aClassThatKeepsWhatItIsGivenIsGivenTheSameObject(Vm vm) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(StayingBroken.class);
    ForkedJvm.Result tiered = tiered(vm, "").run(StayingBroken.class);
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    assertEquals("Weight Tally Load ", unmade("run").get(0));
    assertTrue(stat("/guards/misses") > 0 || !vm.interpreted());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void aConstructorThatAnotherAgentChangesIsTheNewOneEverywhere(Vm vm) throws IOException {
    String second = "-javaagent:" + SecondAgent.jar(folder);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(second).run(StayingMarked.class, "changed");
    ForkedJvm.Result tiered = tiered(vm, "", second).run(StayingMarked.class, "changed");
    assertEquals("", tiered.err());
    assertEquals(plain.out().replace("many objects", "few objects"), tiered.out());
    assertTrue(stat("/promotions/reprofile") >= 1);
    List<String> unmade = unmade("add");
    assertEquals("Marked ", unmade.get(0));
    assertTrue(unmade.lastIndexOf("Marked ") > 0, unmade::toString);
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void aLoopTakesItsObjectsAlongToANewVersion(Vm vm) throws IOException {
    ForkedJvm.Result tiered = tiered(vm, "").run(StayingLoop.class, "once");
    assertEquals("", tiered.err());
    assertEquals("right\n", tiered.out());
    assertTrue(stat("/osr/entries") >= 1);
    List<String> unmade = unmade("run");
    assertEquals("Spot Spot ", unmade.get(unmade.size() - 1));
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void aMethodThatIsCalledAgainIsEnteredAtItsStartAlone(Vm vm) throws IOException {
    ForkedJvm.Result tiered = tiered(vm, "").run(StayingLoop.class, "again");
    assertEquals("", tiered.err());
    assertEquals("right\n", tiered.out());
    List<String> unmade = unmade("run");
    assertEquals("Spot Spot ", unmade.get(0));
    String last = unmade.get(unmade.size() - 1);
    assertTrue(last.startsWith("Total ") && last.endsWith("Spot Spot "), last);
    assertTrue(Files.readString(decisions()).contains("OPTIMIZED, entered no more"));
  }

  /** It had two versions by then: one that is profiled, and one with entries. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void entriesGoAsLongAsAQuarterOfTheVersionsIsLeft(Vm vm) throws IOException {
    for (int versions = 3; versions <= 4; versions++) {
      String bounded = TIERS.replace("max-rewrites=1000", "max-rewrites=" + versions);
      ForkedJvm.Result tiered =
          ForkedJvm.on(vm)
              .with("-Dstaying.agent=true")
              .withAgent(bounded + ",decisions=" + decisions())
              .run(StayingLoop.class, "again");
      assertEquals("", tiered.err());
      assertEquals("right\n", tiered.out());
      String taken = Files.readString(decisions());
      assertEquals(versions == 4, taken.contains("OPTIMIZED, entered no more"), taken);
    }
  }

  /** A method that is not hot is optimized for what it makes, with the loop that is. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void whatAHotLoopWorksOnIsNotMadeWhereItWasMade(Vm vm) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(StayingMaker.class);
    ForkedJvm.Result tiered = tiered(vm, ",tier1.calls=100000").run(StayingMaker.class, "tiered");
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    assertTrue(Files.readString(decisions()).contains("OPTIMIZED, makes what a hot loop works on"));
    assertEquals("Sums Cursor ", unmade("make").get(0));
  }

  /** As long as a frame counts in an older version, the one to come over to can be entered. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void aFrameThatSeldomAsksIsNotShutOut(Vm vm) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(SeldomLeft.class);
    ForkedJvm.Result tiered =
        tiered(vm, ",include=dev.jpgo.test.programs.SeldomLeft*").run(SeldomLeft.class);
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    assertEquals(1, stat("/osr/entries"));
  }

  @Test
  void aLoopThatIsNotLeftMakesNoneOfItsObjects() throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(Vm.JDK17_INT).run(StayingLoop.class, "often");
    ForkedJvm.Result tiered =
        tiered(Vm.JDK17_INT, OFF_AFTER_WHOLE_CALLS).run(StayingLoop.class, "often");
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    assertEquals(0, stat("/osr/entries"));
    List<String> unmade = unmade("run");
    String last = unmade.get(unmade.size() - 1);
    assertTrue(last.startsWith("Total ") && last.endsWith("Spot Spot "), last);
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void handlersReadWhatWasStoredBeforeAnythingWasThrown(Vm vm) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).with("-Xmx128m").run(StayingThrows.class);
    assertEquals("", plain.err());
    ForkedJvm.Result tiered = tiered(vm, "", "-Xmx128m").run(StayingThrows.class);
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    if (vm.interpreted()) { // where compilers inline, less is worth it
      assertEquals("State Picky Picky ", unmade("inTurn").get(0));
      assertTrue(unmade("inLoop").get(0).contains("State "));
      assertTrue(unmade("withoutMemory").get(0).startsWith("State "));
      assertEquals("State Base ", unmade("argumentWithoutMemory").get(0));
    }
    assertTrue(unmade("withoutMemory").get(0).endsWith("Greedy Greedy "));
    assertTrue(unmade("withoutStack").get(0).startsWith("State "));
  }
}
