package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.jpgo.test.programs.Sorts;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorts by keys that are computed once do what sorts by comparators do, and show their frames. */
class SortsTest {
  /**
   * The program stays as it is: with all methods taken in where it calls them, those would not be
   * called any more, and not optimized.
   */
  private static final String TIERS =
      "delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=20,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn"
          + ",exclude="
          + Sorts.class.getName();

  /** How many sorts by keys each method has. */
  private static final String SORTS =
      "{byBoth=1, byNumber=1, byPart=1, byProduct=1, byWeight=1, each=1, first=1, grouped=1, handled=1, "
          + "ofArray=1, stacks=1, streamed=1}";

  @TempDir private Path folder;

  /** All that is done for interpreters; compiled by C1, the code has to do the same. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "JDK17_C1", "JDK25_C1"})
  void sortsDoWhatComparatorsSayAndShowTheirFrames(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Sorts.class);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-D" + Sorts.AGENT + "=true")
            .withAgent(TIERS + ",mode=interpreter,decisions=" + decisions)
            .run(Sorts.class);
    assertEquals("", tiered.err());
    assertEquals(readable(plain.out()), readable(tiered.out()));
    Map<String, Integer> sorts =
        LoopDecisions.count(decisions, "SortsSubject", ": sorted by keys that are computed once");
    assertEquals(SORTS, sorts.toString());
  }

  /** What messages say was null is named otherwise in rewritten methods: see docs/semantics.md. */
  private static String readable(String output) {
    return output.replaceAll(
        "because (the return value of )?\"[^\"]+\" is null", "because it is null");
  }
}
