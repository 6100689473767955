package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.jdk.ListReading;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.stream.StreamLoops;
import dev.jpgo.core.phase.targets.Streams;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Streams that are loops do what they did. */
class StreamLoopsTest {
  private static final long CALLS = 1000;

  private final TestWorld world = new TestWorld().load(Streams.class);
  private final Harness harness = new Harness(world);

  StreamLoopsTest() {
    world.define(ListReading.generate(RuntimeCalls.LISTS));
    receivers(ArrayList.class, CALLS);
  }

  /** What every call of every method has seen. */
  private void receivers(Class<?> type, long count) {
    LoadedClass owner = world.loaded(Type.getInternalName(Streams.class));
    for (MethodInfo method : owner.info().methods()) {
      MethodNode code = world.code(owner, method).orElseThrow();
      Map<Integer, TypeHistogram> sites = new HashMap<>();
      int site = 0;
      for (AbstractInsnNode at : code.instructions) {
        if (at instanceof MethodInsnNode) {
          var entry = new TypeHistogram.Entry(Type.getInternalName(type), count);
          sites.put(site, new TypeHistogram(List.of(entry), CALLS));
        }
        site += at.getOpcode() >= 0 ? 1 : 0;
      }
      List<Long> edges = Collections.nCopies(Cfg.of(code).edges().size(), CALLS);
      MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
      world.profile(new MethodProfile(id, 0, CALLS, edges, 0, sites));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "overAnArrayList",
        "overOthers",
        "overNull",
        "overRanges",
        "others",
        "aNullFunction",
        "givenFunctions",
        "nullFunctions",
        "nullBehindOther",
        "inBetween",
        "handled",
        "changing",
        "converted",
        "startsAlike",
        "isShownAlike"
      })
  void theyDoWhatTheyDid(String method) {
    harness.compileAll(Streams.class);
    harness.assertSameResult(Streams.class, method);
    Harness alone = new Harness(world).without("inline", "functional-calls");
    alone.compileAll(Streams.class);
    alone.assertSameResult(Streams.class, method);
  }

  @ParameterizedTest
  @CsvSource({
    "summed, 1",
    "lengths, 1",
    "shown, 1",
    "joined, 1",
    "searched, 3",
    "collected, 5",
    "overRanges, 1",
    "squares, 1",
    "products, 1",
    "boxed, 2",
    "found, 3",
    "wide, 2",
    "nested, 1",
    "tried, 2",
    "changed, 1",
    "searchedAndChanged, 1",
    "converted, 4",
    "given, 1",
    "combined, 1",
    "givenEnds, 4",
    "givenBehindOther, 1",
    "fromFields, 1"
  })
  void theyAreWrittenAsLoops(String method, int streams) {
    assertEquals(streams, written(method));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "computedMeanwhile",
        "loadedMeanwhile",
        "start",
        "collectedStart",
        "shownByItself",
        "kept",
        "counted",
        "sorted",
        "toArray",
        "onlyShown",
        "between",
        "collectedByOther",
        "collectedByOtherInside"
      })
  void othersAreLeftAlone(String method) {
    assertEquals(0, written(method));
  }

  @Test
  void theirCallsAreLeftOnTheWayOfOtherListsAlone() {
    CompileResult.Optimized result = harness.optimize(Streams.class, "summed");
    assertEquals(1, Harness.count(result.method(), "INVOKEINTERFACE java/util/stream/IntStream"));
    CompileResult.Optimized range = harness.optimize(Streams.class, "squares");
    assertEquals(0, Harness.count(range.method(), "INVOKEINTERFACE"));
    assertEquals(0, Harness.count(range.method(), "INVOKEDYNAMIC"));
  }

  @Test
  void framesOfTheStreamAreKept() {
    CompileResult.Optimized result = harness.optimize(Streams.class, "squares");
    assertEquals(
        Set.of(
            "accept accept forEachRemaining forEachRemaining copyInto wrapAndCopyInto"
                + " evaluateSequential evaluate reduce sum squares",
            "accept forEachRemaining forEachRemaining copyInto wrapAndCopyInto evaluateSequential"
                + " evaluate reduce sum squares"),
        result.lines().values().stream()
            .filter(position -> position.method().name().startsWith("lambda$squares"))
            .map(position -> callers(position.caller()))
            .collect(Collectors.toSet()));
  }

  private static String callers(@Nullable Position position) {
    return position == null
        ? ""
        : (position.method().name() + " " + callers(position.caller())).strip();
  }

  /** Where another agent changes one of these, methods with the loop are made anew. */
  @Test
  void whatTheJdkDoesIsAmongTheDecisions() {
    InlineDecision stream =
        harness.optimize(Streams.class, "summed").decisions().stream()
            .filter(decision -> decision.inlined() && decision.target().name().equals("sum"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        "AbstractPipeline ArrayList ArrayList$ArrayListSpliterator Collection IntPipeline"
            + " ReduceOps$ReduceOp ReferencePipeline$2$1 ReferencePipeline$4$1",
        stream.inner().stream()
            .filter(InlineDecision::inlined)
            .map(decision -> decision.target().owner().replaceAll(".*/", ""))
            .distinct()
            .sorted()
            .collect(Collectors.joining(" ")));
  }

  @Test
  void listsThatAreMostlyOthersAreLeftAlone() {
    receivers(ArrayList.class, CALLS / 2);
    assertEquals(0, written("summed"));
    receivers(java.util.LinkedList.class, CALLS);
    assertEquals(0, written("summed"));
  }

  @Test
  void listsAreLeftAloneWhereNothingCanReadThem() {
    TestWorld without = new TestWorld().load(Streams.class);
    CompileResult result = new Harness(without).compile(Streams.class, "summed");
    assertEquals(0, written(result));
  }

  @Test
  void anotherJdksStreamsAreLeftAlone() throws Exception {
    Class<?> range = Class.forName("java.util.stream.Streams$RangeIntSpliterator");
    TestWorld other = new TestWorld().load(Streams.class).unloaded(range);
    assertEquals(0, written(new Harness(other).compile(Streams.class, "squares")));
  }

  @Test
  void anOptimizingCompilerGetsStreams() {
    Harness c1 = new Harness(world).mode(Mode.C1);
    assertEquals(1, written(c1.compile(Streams.class, "squares")));
    Harness optimizing = new Harness(world).mode(Mode.JIT);
    assertEquals(0, written(optimizing.compile(Streams.class, "squares")));
  }

  private long written(String method) {
    return written(harness.compile(Streams.class, method));
  }

  private static long written(CompileResult result) {
    return result.reports().stream()
        .filter(report -> report.phase().equals(StreamLoops.NAME))
        .mapToLong(PhaseReport::changes)
        .sum();
  }
}
