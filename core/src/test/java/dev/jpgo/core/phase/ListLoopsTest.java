package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.jdk.ListReading;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.phase.targets.Lists;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Loops over lists that have no iterator do what they did with it. */
class ListLoopsTest {
  private static final long CALLS = 1000;

  private final TestWorld world = new TestWorld().load(Lists.class);
  private final Harness harness = new Harness(world);

  ListLoopsTest() {
    world.define(ListReading.generate(RuntimeCalls.LISTS));
    counted(world, ArrayList.class, CALLS, CALLS);
  }

  /**
   * What every method has counted.
   *
   * @param type the class of every receiver, as often as is said
   * @param backward how often loops went round
   */
  private static void counted(TestWorld world, Class<?> type, long count, long backward) {
    LoadedClass owner = world.loaded(Type.getInternalName(Lists.class));
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
      List<Long> edges = new ArrayList<>();
      Cfg cfg = Cfg.of(code);
      for (int i = 0; i < cfg.edges().size(); i++) {
        boolean entry = cfg.edges().get(i).from() == cfg.root();
        edges.add(entry ? CALLS : backward);
      }
      MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
      world.profile(new MethodProfile(id, 0, CALLS, edges, 0, sites));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "overAnArrayList",
        "overOthers",
        "overNulls",
        "overNoIterator",
        "pagesOfAll",
        "changing",
        "othersAreTheSame"
      })
  void theyDoWhatTheyDid(String method) {
    harness.compileAll(Lists.class);
    harness.assertSameResult(Lists.class, method);
    Harness alone = new Harness(world).without("inline", "functional-calls");
    alone.compileAll(Lists.class);
    alone.assertSameResult(Lists.class, method);
  }

  /** Loops with many elements take them from the list's array. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "overAnArrayList",
        "overOthers",
        "overNulls",
        "overNoIterator",
        "changing",
        "seldomChanging"
      })
  void withManyElementsTheyDoWhatTheyDid(String method) throws Exception {
    counted(world, ArrayList.class, CALLS, CALLS);
    countedMany();
    theyDoWhatTheyDid(method);
    counted(world, Class.forName(UNMODIFIABLE), CALLS, CALLS);
    countedMany();
    theyDoWhatTheyDid(method);
  }

  private static final int MANY = 40;

  /** Loops have many rounds; what changes a list is hardly ever called, and little is thrown. */
  private void countedMany() {
    LoadedClass owner = world.loaded(Type.getInternalName(Lists.class));
    for (MethodInfo method : owner.info().methods()) {
      MethodProfile counted = world.profile(owner, method).orElseThrow();
      MethodNode code = world.code(owner, method).orElseThrow();
      Cfg cfg = Cfg.of(code);
      List<Long> edges = new ArrayList<>();
      for (Edge edge : cfg.edges()) {
        int depth = Math.min(cfg.loopDepth(edge.from()), cfg.loopDepth(edge.to()));
        boolean caught = edge.kind() == Edge.Kind.HANDLER;
        edges.add(caught ? 1 : CALLS * Math.round(Math.pow(MANY, depth)));
      }
      int ordinal = 0;
      for (AbstractInsnNode at : code.instructions) {
        if (at instanceof MethodInsnNode call && call.name.startsWith("change")) {
          int block = cfg.blockAt(ordinal).index();
          for (int i = 0; i < edges.size(); i++) {
            if (cfg.edges().get(i).to() == block || cfg.edges().get(i).from() == block) {
              edges.set(i, 1L);
            }
          }
        }
        ordinal += at.getOpcode() >= 0 ? 1 : 0;
      }
      world.profile(new MethodProfile(counted.method(), 0, CALLS, edges, 0, counted.receivers()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lengths, 1, 0",
    "ofArrayList, 1, 0",
    "tried, 1, 0",
    "weighted, 1, 0",
    "pairs, 2, 0",
    "inside, 1, 0",
    "changedAtTimes, 1, 0",
    "changedAndCaught, 1, 0",
    "changedInside, 2, 0",
    "changedInFront, 0, 1",
    "change, 0, 1",
    "joined, 0, 1"
  })
  void manyElementsComeFromTheArrayIfLittleIsCalled(String method, int arrays, int asked) {
    counted(world, ArrayList.class, CALLS, CALLS);
    countedMany();
    MethodNode code = harness.optimize(Lists.class, method).method();
    assertEquals(arrays, Harness.count(code, "INVOKESTATIC java/util/JpgoLists.array"));
    assertEquals(asked, Harness.count(code, "INVOKESTATIC java/util/JpgoLists.next"));
  }

  /** As Zero does: a round that calls nothing else calls a method that does nothing. */
  @ParameterizedTest
  @CsvSource({"doubled, 1", "lengths, 0"})
  void aVmThatStopsThreadsInCallsIsCalledInstead(String method, int polls) {
    counted(world, ArrayList.class, CALLS, MANY * CALLS);
    Harness polling = new Harness(world).pollsInCallsAlone();
    MethodNode code = polling.optimize(Lists.class, method).method();
    assertEquals(1, Harness.count(code, "INVOKESTATIC java/util/JpgoLists.array"));
    assertEquals(polls, Harness.count(code, "INVOKESTATIC dev/jpgo/runtime/JpgoPolls"));
  }

  /** To ask for the array takes as long as to ask for an element. */
  @Test
  void fewElementsAreAskedFor() {
    counted(world, ArrayList.class, CALLS, CALLS * 3 / 2);
    MethodNode code = harness.optimize(Lists.class, "lengths").method();
    assertEquals(1, Harness.count(code, "INVOKESTATIC java/util/JpgoLists.next"));
  }

  private static final String FIXED = "java.util.ImmutableCollections$ListN";
  private static final String FEW = "java.util.ImmutableCollections$List12";
  private static final String UNMODIFIABLE = "java.util.Collections$UnmodifiableRandomAccessList";

  @ParameterizedTest
  @CsvSource({
    "overFixedOnes, " + FIXED,
    "overFixedOnes, " + FEW,
    "overUnmodifiableOnes, " + FIXED,
    "overUnmodifiableOnes, " + UNMODIFIABLE,
    "overFixedOnes, " + UNMODIFIABLE,
    "overNoIteratorBehind, " + UNMODIFIABLE,
    "changingBehind, " + UNMODIFIABLE,
    "overNulls, " + UNMODIFIABLE,
    "overNulls, " + FIXED,
    "overOthers, " + FIXED
  })
  void otherListsDoWhatTheyDid(String method, String list) throws Exception {
    counted(world, Class.forName(list), CALLS, CALLS);
    theyDoWhatTheyDid(method);
  }

  @ParameterizedTest
  @CsvSource({
    "lengths, 1",
    "joined, 1",
    "found, 1",
    "pairs, 2",
    "guarded, 1",
    "skipped, 1",
    "doubled, 2",
    "inside, 1",
    "tried, 1",
    "weighted, 1",
    "caught, 1"
  })
  void otherListsHaveNone(String method, int loops) throws Exception {
    counted(world, Class.forName(FIXED), CALLS, CALLS);
    CompileResult.Optimized fixed = harness.optimize(Lists.class, method);
    assertEquals(loops, written(fixed));
    assertEquals(loops, Harness.count(fixed.method(), "INVOKESTATIC java/util/JpgoLists.fixed"));
    assertEquals(loops, Harness.count(fixed.method(), "INVOKEINTERFACE java/util/List.get"));
    counted(world, Class.forName(UNMODIFIABLE), CALLS, CALLS);
    CompileResult.Optimized wrapped = harness.optimize(Lists.class, method);
    assertEquals(loops, written(wrapped));
    assertEquals(loops, Harness.count(wrapped.method(), "INVOKESTATIC java/util/JpgoLists.wrap"));
    assertEquals(loops, Harness.count(wrapped.method(), "INVOKESTATIC java/util/JpgoLists.next"));
  }

  /** Lists of one or two elements are of another class than longer ones. */
  @Test
  void fixedListsAreOfTwoClasses() throws Exception {
    LoadedClass owner = world.loaded(Type.getInternalName(Lists.class));
    counted(world, Class.forName(FIXED), CALLS, CALLS);
    MethodInfo lengths = owner.info().method("lengths", "(Ljava/util/List;)I").orElseThrow();
    MethodProfile counted = world.profile(owner, lengths).orElseThrow();
    Map<Integer, TypeHistogram> sites = new HashMap<>();
    for (int site : counted.receivers().keySet()) {
      sites.put(
          site,
          new TypeHistogram(
              List.of(
                  new TypeHistogram.Entry(FIXED.replace('.', '/'), CALLS * 6 / 10),
                  new TypeHistogram.Entry(FEW.replace('.', '/'), CALLS * 4 / 10)),
              CALLS));
    }
    world.profile(new MethodProfile(counted.method(), 0, CALLS, counted.edges(), 0, sites));
    assertEquals(1, written(harness.compile(Lists.class, "lengths")));
  }

  @ParameterizedTest
  @CsvSource({
    "lengths, 1",
    "ofArrayList, 1",
    "joined, 1",
    "found, 1",
    "pairs, 2",
    "guarded, 1",
    "skipped, 1",
    "doubled, 2",
    "inside, 1",
    "change, 1",
    "tried, 1",
    "weighted, 1",
    "caught, 1"
  })
  void theyHaveNoIterator(String method, int loops) {
    CompileResult.Optimized result = harness.optimize(Lists.class, method);
    assertEquals(loops, written(result));
    assertEquals(loops, Harness.count(result.method(), "INVOKESTATIC java/util/JpgoLists.next"));
  }

  @ParameterizedTest
  @CsvSource({
    "removing, used otherwise than for one hasNext and one next",
    "passedOn, used otherwise than for one hasNext and one next",
    "twice, used otherwise than for one hasNext and one next",
    "oneOfTwo, used otherwise than for one hasNext and one next",
    "first, in no loop",
    "apart, does not follow right after hasNext",
    "caughtInTheLoop, caught in the loop",
    "pages, come to again with the same iterator",
    "retried, come to again with the same iterator",
    "without, does not follow right after hasNext"
  })
  void othersKeepIt(String method, String reason) {
    CompileResult result = harness.compile(Lists.class, method);
    assertEquals(0, written(result));
    assertTrue(Harness.explain(result).contains(reason), () -> Harness.explain(result));
  }

  @Test
  void whatAnIteratorIsAskedIsLeftForRareCasesAlone() {
    MethodNode code = harness.optimize(Lists.class, "lengths").method();
    assertEquals(1, Harness.count(code, "INVOKEINTERFACE java/util/Iterator.hasNext"));
    assertEquals(1, Harness.count(code, "INVOKEINTERFACE java/util/Iterator.next"));
    List<String> instructions = Harness.instructions(code);
    int fast = indexOf(instructions, "INVOKESTATIC java/util/JpgoLists.next");
    int slow = indexOf(instructions, "INVOKEINTERFACE java/util/Iterator.hasNext");
    assertTrue(fast < slow, instructions::toString);
  }

  private static int indexOf(List<String> instructions, String start) {
    for (int i = 0; i < instructions.size(); i++) {
      if (instructions.get(i).startsWith(start)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no " + start);
  }

  /** Where another agent changes one of these, methods with the loop are made anew. */
  @Test
  void whatTheJdkDoesIsAmongTheDecisions() {
    InlineDecision loop =
        harness.optimize(Lists.class, "lengths").decisions().stream()
            .filter(decision -> decision.inlined() && decision.target().name().equals("iterator"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        "ArrayList.iterator ArrayList.size ArrayList$Itr.<init> ArrayList$Itr.hasNext"
            + " ArrayList$Itr.next ArrayList$Itr.checkForComodification",
        loop.inner().stream()
            .filter(InlineDecision::inlined)
            .map(InlineDecision::target)
            .map(target -> target.owner().replaceAll(".*/", "") + "." + target.name())
            .collect(Collectors.joining(" ")));
  }

  @Test
  void aLoopInInlinedCodeIsToldOfBelowTheCallThatBroughtIt() {
    List<InlineDecision> own = harness.optimize(Lists.class, "lengthsOf").decisions();
    assertEquals(List.of(), ofIterators(own));
    InlineDecision lengths =
        own.stream().filter(each -> each.target().name().equals("lengths")).findFirst().get();
    assertEquals(List.of("+ a loop over a list, by index"), ofIterators(lengths.inner()));
  }

  @Test
  void aLoopsIteratorHasOneDecision() {
    assertEquals(
        List.of("+ a loop over a list, by index"),
        ofIterators(harness.optimize(Lists.class, "lengths").decisions()));
  }

  private static List<String> ofIterators(List<InlineDecision> decisions) {
    return decisions.stream()
        .filter(each -> each.target().name().equals("iterator"))
        .map(each -> (each.inlined() ? "+ " : "- ") + each.reason())
        .toList();
  }

  @Test
  void listsThatAreMostlyOthersKeepIt() {
    counted(world, ArrayList.class, CALLS / 2, CALLS);
    assertEquals(0, written(harness.compile(Lists.class, "lengths")));
    counted(world, LinkedList.class, CALLS, CALLS);
    assertEquals(0, written(harness.compile(Lists.class, "lengths")));
  }

  @Test
  void listsThatAreMostlyEmptyKeepIt() {
    counted(world, ArrayList.class, CALLS, 0);
    CompileResult result = harness.compile(Lists.class, "lengths");
    assertEquals(0, written(result));
    assertTrue(Harness.explain(result).contains("no elements"), () -> Harness.explain(result));
  }

  @Test
  void listsThatNothingCanReadKeepIt() {
    TestWorld without = new TestWorld().load(Lists.class);
    counted(without, ArrayList.class, CALLS, CALLS);
    CompileResult result = new Harness(without).compile(Lists.class, "lengths");
    assertTrue(Harness.explain(result).contains("cannot be read"), () -> Harness.explain(result));
  }

  @Test
  void anotherJdksListsKeepIt() throws Exception {
    world.unloaded(Class.forName("java.util.ArrayList$Itr"));
    CompileResult result = harness.compile(Lists.class, "lengths");
    assertTrue(Harness.explain(result).contains("not known"), () -> Harness.explain(result));
  }

  @Test
  void anOptimizingCompilerGetsIterators() {
    Harness c1 = new Harness(world).mode(Mode.C1);
    assertEquals(1, written(c1.compile(Lists.class, "lengths")));
    Harness optimizing = new Harness(world).mode(Mode.JIT);
    assertEquals(0, written(optimizing.compile(Lists.class, "lengths")));
  }

  @Test
  void theyCanBeSwitchedOff() {
    Harness off = new Harness(world).without(ListLoops.NAME);
    assertEquals(0, written(off.compile(Lists.class, "lengths")));
  }

  private static int written(CompileResult result) {
    return result instanceof CompileResult.Optimized optimized
        ? optimized.reports().stream()
            .filter(report -> report.phase().equals(ListLoops.NAME))
            .mapToInt(PhaseReport::changes)
            .sum()
        : 0;
  }
}
