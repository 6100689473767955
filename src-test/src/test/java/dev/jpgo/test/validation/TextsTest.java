package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.jpgo.test.programs.Texts;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops that read the bytes of strings see what they saw, and show the same frames. */
class TextsTest {
  /**
   * Without reprofiling: what was made for the commonest texts has to be right for all others. The
   * program stays as it is: with all methods taken in where it calls them, those would not be
   * called any more, and not optimized.
   */
  private static final String TIERS =
      "delay=0,interval=5,tier1.calls=100,tier1.loops=4000,"
          + "tier2.calls=100,tier2.loops=4000,budget=100,share=100,max-rewrites=1000,log=warn"
          + ",exclude="
          + Texts.class.getName();

  /** How many calls of each method read bytes, those of inlined methods not included. */
  private static final String CALLS = "{beyond=1, caught=1, number=1, pairs=2, sequence=1}";

  @TempDir private Path folder;

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1", "JDK25_C1"})
  void loopsSeeTheSameCharactersAndShowTheSameFrames(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Texts.class);
    ForkedJvm.Result tiered = tiered(vm, ",decisions=" + decisions);
    assertEquals("", tiered.err());
    assertEquals(readable(plain.out()), readable(tiered.out()));
    assertEquals(CALLS, read(decisions).toString(), () -> tiers(decisions));
  }

  /** How far the methods came. */
  private static String tiers(Path decisions) {
    try (Stream<String> lines = Files.lines(decisions)) {
      return lines
          .filter(line -> line.startsWith("tier") && line.contains("TextsSubject"))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What could give strings' bytes to anybody is not there. */
  @Test
  void strictAccessLeavesStringsAlone() throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result tiered = tiered(Vm.JDK25_INT, ",access=strict,decisions=" + decisions);
    assertEquals("", tiered.err());
    assertEquals("{}", read(decisions).toString());
  }

  private static ForkedJvm.Result tiered(Vm vm, String more) {
    return ForkedJvm.on(vm)
        .with("-D" + Texts.AGENT + "=true")
        .withAgent(TIERS + ",mode=interpreter" + more)
        .run(Texts.class);
  }

  private static Map<String, Integer> read(Path decisions) throws IOException {
    Map<String, Integer> calls =
        LoopDecisions.count(decisions, "TextsSubject", ": reads the string's bytes");
    return calls;
  }

  /** What messages say was null is named otherwise in rewritten methods: see docs/semantics.md. */
  private static String readable(String output) {
    return output.replaceAll(
        "because (the return value of )?\"[^\"]+\" is null", "because it is null");
  }
}
