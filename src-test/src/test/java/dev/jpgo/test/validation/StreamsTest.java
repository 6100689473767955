package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.jpgo.test.programs.Streams;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams that are written as loops do what the JDK does, and show its frames. */
class StreamsTest {
  /**
   * The program stays as it is: with all methods taken in where it calls them, those would not be
   * called any more, and not optimized.
   */
  private static final String TIERS =
      "delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=20,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn"
          + ",exclude="
          + Streams.class.getName();

  /** How many streams of each method become loops; others must not, or are within such a one. */
  private static final String LOOPS =
      "{<init>=1, all=1, any=1, boxes=2, collected=2, collectedFromRanges=2, each=1, given=1, givenToRanges=2, grows=1, growsWhileSearched=1, handled=2, "
          + "initial=1, isReplaced=1, lambda$nested=1, locked=1, longSum=1, looped=2, nested=1, none=1, "
          + "objects=2, ranges=3, reduced=1, searches=3, shrinks=1, stacks=1, sum=1}";

  @TempDir private Path folder;

  /** All that is done for interpreters; compiled by C1, the code has to do the same. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1", "JDK25_C1"})
  void loopsDoWhatStreamsDoAndShowTheirFrames(Vm vm) throws IOException {
    // Slots, which messages name, are others in rewritten methods: see docs/semantics.md.
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Streams.class);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-D" + Streams.AGENT + "=true")
            .withAgent(TIERS + ",mode=interpreter,decisions=" + decisions)
            .run(Streams.class);
    assertEquals("", tiered.err());
    assertEquals(readable(plain.out()), readable(tiered.out()));
    String loops = LoopDecisions.count(decisions, "Streams", ", written as a loop").toString();
    assertEquals(LOOPS, loops.replaceAll("\\$\\d+", ""));
  }

  private static String readable(String output) {
    return output.replaceAll("\"<(?:local|parameter)\\d+>\"|\"list\"", "a variable");
  }
}
