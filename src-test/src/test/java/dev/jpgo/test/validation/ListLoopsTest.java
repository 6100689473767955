package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.jpgo.test.programs.ListLoops;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops over lists that have no iterator do what those do, and show its frames. */
class ListLoopsTest {
  /**
   * The program stays as it is: with all methods taken in where it calls them, those would not be
   * called any more, and not optimized.
   */
  private static final String TIERS =
      "delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=20,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn"
          + ",exclude="
          + ListLoops.class.getName();

  /** How many loops of each method have no iterator, those of inlined methods included. */
  private static final String LOOPS =
      "{<init>=2, altered=1, alteredAndCaught=1, alteredBefore=1, alteredInside=2, counted=1, "
          + "found=1, guarded=1, inlined=2, joined=1, lengths=1, locked=1, pairs=2, stacks=1, twice=1}";

  /** The program and the lists; else most of the time goes to the rest of the JDK. */
  private static final String LISTS_ALONE =
      ",include=dev.jpgo.test.*:java.util.ArrayList*:java.util.Collections*:java.util.ImmutableCollections*"
          + ":java.util.Abstract*:java.util.LinkedList*";

  @TempDir private Path folder;

  /** All that is done for interpreters; compiled by C1, the code has to do the same. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1", "JDK25_C1"})
  void loopsDoWhatIteratorsDoAndShowTheirFrames(Vm vm) throws IOException {
    doWhatIteratorsDo(vm, ListLoops.Kind.PLAIN, "");
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void soTheyDoOverListsThatCannotBeChanged(Vm vm) throws IOException {
    doWhatIteratorsDo(vm, ListLoops.Kind.UNMODIFIABLE, LISTS_ALONE);
    doWhatIteratorsDo(vm, ListLoops.Kind.FIXED, LISTS_ALONE);
  }

  private void doWhatIteratorsDo(Vm vm, ListLoops.Kind kind, String more) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(ListLoops.class, kind.name());
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-D" + ListLoops.AGENT + "=true")
            .withAgent(TIERS + ",mode=interpreter,decisions=" + decisions + more)
            .run(ListLoops.class, kind.name());
    assertEquals("", tiered.err());
    assertEquals(readable(plain.out()), readable(tiered.out()));
    Map<String, Integer> loops =
        LoopDecisions.count(decisions, "ListLoopsSubject", ": a loop over a list, by index");
    assertEquals(LOOPS, loops.toString());
  }

  /** What messages say was null is named otherwise in rewritten methods: see docs/semantics.md. */
  private static String readable(String output) {
    return output.replaceAll(
        "because (the return value of )?\"[^\"]+\" is null", "because it is null");
  }
}
