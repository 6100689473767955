package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.jpgo.test.programs.BoxedKeys;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Maps that are asked by numbers answer as they do to boxes, and show the same frames. */
class BoxedKeysTest {
  /**
   * Without reprofiling: what was made for the commonest maps has to be right for all others. The
   * program stays as it is: with all methods taken in where it calls them, those would not be
   * called any more, and not optimized.
   */
  private static final String TIERS =
      "delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=20,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn"
          + ",exclude="
          + BoxedKeys.class.getName();

  /** How many calls of each method ask by the number, those of inlined methods not included. */
  private static final String CALLS =
      "{changed=5, contained=1, got=1, gotByBox=1, gotOrElse=1, guarded=1, kept=1, locked=3, put=2, putAndKept=1}";

  @TempDir private Path folder;

  /** All that is done for interpreters; compiled by C1, the code has to do the same. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1", "JDK25_C1"})
  void mapsAnswerAsTheyDoToBoxesAndShowTheSameFrames(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(BoxedKeys.class);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-D" + BoxedKeys.AGENT + "=true")
            .withAgent(TIERS + ",mode=interpreter,decisions=" + decisions)
            .run(BoxedKeys.class);
    assertEquals("", tiered.err());
    assertEquals(readable(plain.out()), readable(tiered.out()));
    Map<String, Integer> calls =
        LoopDecisions.count(decisions, "BoxedKeysSubject", ": asks by the number in the box");
    assertEquals(CALLS, calls.toString());
  }

  /** What messages say was null is named otherwise in rewritten methods: see docs/semantics.md. */
  private static String readable(String output) {
    return output.replaceAll(
        "because (the return value of )?\"[^\"]+\" is null", "because it is null");
  }
}
