package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Callees;
import dev.jpgo.test.programs.Linked;
import dev.jpgo.test.programs.Often;
import dev.jpgo.test.programs.Rarely;
import dev.jpgo.test.programs.Recording;
import dev.jpgo.test.programs.Selected;
import dev.jpgo.test.programs.Streaming;
import dev.jpgo.test.programs.Turns;
import dev.jpgo.test.programs.Waiting;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is touched by default where C1 compiles. */
class SelectionTest {
  private static final Pattern OPTIMIZED =
      Pattern.compile("(?m)^tier 2 \\S+\\.Selected\\$(\\w+)\\.");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void whatIsAtWorkIsTriedAndKeptIfFasterAndWhatStaysIsNotTouched(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Selected.class, "10");
    ForkedJvm.Result selected =
        ForkedJvm.on(vm)
            .withAgent("delay=200,decisions=" + decisions + ",stats=" + stats)
            .run(
                Selected.class,
                "60000",
                decisions.toString(),
                "(?m)^kept \\S+Selected\\$Called\\.\\S+ 0\\.");
    assertEquals("", selected.err());
    assertEquals(plain.out(), selected.out());
    Set<String> optimized = optimized(decisions);
    assertTrue(optimized.contains("Called"), optimized::toString);
    optimized.removeAll(Set.of("Called", "Plain"));
    assertEquals(Set.of(), optimized);
    JsonNode all = new ObjectMapper().readTree(stats.toFile());
    assertEquals("c1", all.at("/mode").asText());
    assertTrue(all.at("/promotions/tier2").asInt() > 0, all::toString);
  }

  /** The callee is not seen at work by itself, so nothing else has its receivers counted. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void whatIsTakenInIsProfiledToo(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    String expected =
        "inline \\S+Callees\\$Square\\.area\\S+ at line \\d+ x\\d+: the profile's target";
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Callees.class, "10");
    ForkedJvm.Result selected =
        ForkedJvm.on(vm)
            .withAgent("delay=200,decisions=" + decisions)
            .run(Callees.class, "60000", decisions.toString(), expected);
    assertEquals("", selected.err());
    assertEquals(plain.out(), selected.out());
    String all = Files.readString(decisions);
    assertTrue(Pattern.compile(expected).matcher(all).find(), all);
    assertTrue(
        all.contains("Callees$Work.grown(Ldev/jpgo/test/programs/Callees$Shape;I)I: inlined in"),
        all);
  }

  /** With the code that stands in it for what the JDK links. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void recordsAreTriedLikeAnyClass(Vm vm) throws IOException {
    Decided decided =
        decided(vm, Recording.class, "(?m)^kept \\S+Recording\\$Order\\.total\\S+ 0\\.");
    assertEquals(ForkedJvm.on(vm).run(Recording.class, "10").out().strip(), decided.lastLine());
    assertFalse(decided.out().contains("name=java.lang.runtime.ObjectMethods,"), decided.out());
  }

  /** So that it is known what it makes, and stays what it was when its class has other versions. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void aCallSiteIsSeenThatIsLinkedAsTheProgramStarts(Vm vm) throws IOException {
    Decided decided = decided(vm, Linked.class, "(?m)^kept \\S+Linked\\$Work\\.total\\S+ 0\\.");
    assertTrue(decided.has("inline \\S+Linked\\$Work\\.lambda\\$odd"), decided.decisions());
    assertEquals(ForkedJvm.on(vm).run(Linked.class, "10").out().strip(), decided.lastLine());
  }

  /** Though it is at work for less of the time than others have to be. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void whatStreamsIsTried(Vm vm) throws IOException {
    Decided decided = decided(vm, Streaming.class, "(?m)^kept \\S+Streaming\\$Work\\.sum\\S+ 0\\.");
    assertTrue(decided.has(": a stream over a list, written as a loop"), decided.decisions());
    assertEquals(ForkedJvm.on(vm).run(Streaming.class, "10").out().strip(), decided.lastLine());
  }

  /** It is optimized, and its class never gets a version with both bodies. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void whatTakesInFewCallsIsNotTried(Vm vm) throws IOException {
    String expected =
        "tier 2 \\S+Rarely\\$Work\\.total\\S+ SETTLED, takes in \\d+ calls a second: not worth";
    Decided decided = decided(vm, Rarely.class, expected);
    assertEquals(ForkedJvm.on(vm).run(Rarely.class, "10").out().strip(), decided.lastLine());
    assertFalse(decided.has("(?m)^(not )?kept \\S+Rarely\\$Work"), decided.decisions());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void whatIsCalledVeryOftenIsNotCountedForGood(Vm vm) throws IOException {
    String expected = "(?m)^\\S+Often\\$Work is not counted any more: \\d{6,} calls a second$";
    Decided decided = decided(vm, Often.class, expected);
    assertEquals(ForkedJvm.on(vm).run(Often.class, "10").out().strip(), decided.lastLine());
    assertTrue(decided.out().contains("Often$Work, count="), decided.out());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1"})
  void whatThreadsWaitInWithALockIsNotTouchedForItsBytes(Vm vm) throws IOException {
    Decided decided = decided(vm, Waiting.class, "tier 2 \\S+Waiting\\$Work\\.exchange");
    assertEquals("true", decided.lastLine());
    assertFalse(decided.out().contains("name=java.io.BufferedInputStream,"), decided.out());
  }

  /**
   * A program that ran until something was decided.
   *
   * @param out what it printed, and before that which classes the VM gave other versions
   */
  private record Decided(String decisions, String out) {
    boolean has(String expression) {
      return Pattern.compile(expression).matcher(decisions).find();
    }

    String lastLine() {
      return out.lines().reduce("", (before, line) -> line);
    }
  }

  private Decided decided(Vm vm, Class<?> program, String expected) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-Xlog:redefine+class+load=info")
            .withAgent("delay=200,decisions=" + decisions)
            .run(program, "60000", decisions.toString(), expected);
    assertEquals("", result.err());
    Decided decided = new Decided(Files.readString(decisions), result.out());
    assertTrue(decided.has(expected), decided.decisions());
    return decided;
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK17"})
  void nothingIsInJitModeNorWithStrategyNone(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    String strategy = vm == Vm.JDK17 ? "" : ",strategy=none";
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Selected.class, "10");
    ForkedJvm.Result untouched =
        ForkedJvm.on(vm)
            .withAgent("delay=0,decisions=" + decisions + strategy)
            .run(Selected.class, "2000");
    assertEquals("", untouched.err());
    assertEquals(plain.out(), untouched.out());
    assertEquals(Set.of(), optimized(decisions));
  }

  /** Where the VM would not compile what locks any more it says so on standard output. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void methodsThatLockAndTakeTurnsAreOptimizedAndStayCompiled(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Turns.class, "10");
    List<String> arguments = new ArrayList<>(List.of("60000", decisions.toString()));
    for (String method : List.of("listed", "made")) {
      arguments.add("tier 2 \\S+Turns\\$Taking\\." + method + "\\S+ OPTIMIZED");
    }
    ForkedJvm.Result selected =
        ForkedJvm.on(vm)
            .with("-Xlog:monitormismatch=info")
            .withAgent("delay=200,decisions=" + decisions)
            .run(Turns.class, arguments.toArray(new String[0]));
    assertEquals("", selected.err());
    assertEquals(plain.out(), selected.out());
    String all = Files.readString(decisions);
    for (String expected : arguments.subList(2, arguments.size())) {
      assertTrue(Pattern.compile(expected).matcher(all).find(), all);
    }
  }

  private static Set<String> optimized(Path decisions) throws IOException {
    Set<String> classes = new TreeSet<>();
    Matcher matcher = OPTIMIZED.matcher(Files.readString(decisions));
    while (matcher.find()) {
      classes.add(matcher.group(1));
    }
    return classes;
  }
}
