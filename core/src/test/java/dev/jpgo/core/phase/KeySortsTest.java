package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.jdk.ListReading;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.sort.KeySorts;
import dev.jpgo.core.phase.targets.Sorts;
import dev.jpgo.core.world.Mode;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts by keys that are computed once do what sorts by comparators do. */
class KeySortsTest {
  private final TestWorld world =
      new TestWorld().load(Sorts.class).define(ListReading.generate(RuntimeCalls.LISTS));
  private final Harness harness = new Harness(world);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sortsOfManySizes",
        "otherListsAndElements",
        "keysThatAreNullOrFail",
        "madeOfNull",
        "streamsOfOtherLists",
        "subclasses",
        "changesAreCounted",
        "othersAreTheSame"
      })
  void theyDoWhatTheyDid(String method) {
    harness.compileAll(Sorts.class);
    harness.assertSameResult(Sorts.class, method);
    String outcome = Harness.outcome(harness.loader(), Sorts.class, method);
    assertFalse(outcome.startsWith("threw"), outcome);
    Harness alone = new Harness(world).without("inline", "functional-calls");
    alone.compileAll(Sorts.class);
    alone.assertSameResult(Sorts.class, method);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "byInt",
        "byTwo",
        "byLong",
        "byAll",
        "byLambda",
        "byChoice",
        "byFloat",
        "streamed",
        "summed",
        "byOpen",
        "byPlain",
        "divided"
      })
  void keysAreComputedOnce(String method) {
    CompileResult.Optimized result = harness.optimize(Sorts.class, method);
    assertEquals(1, written(result), () -> Harness.explain(result));
    String sort = "INVOKESTATIC dev/jpgo/runtime/JpgoOrder.sort";
    assertEquals(1, Harness.count(result.method(), sort));
  }

  @ParameterizedTest
  @CsvSource({
    "counted, may do more than compute",
    "byOthers, may do more than compute",
    "looped, may do more than compute",
    "locked, may do more than compute",
    "racy, may do more than compute",
    "byInterface, elements are of no one class",
    "filtered, ",
    "given, ",
    "byText, ",
    "either, ",
    "onlyCounted, the stream is not ended at once",
    "later, the stream is not ended at once",
    "between, the stream is not ended at once",
    "constructed, the stream is not ended at once",
    "collected, the stream is not ended at once",
    "wrapped, the stream is not ended at once"
  })
  void othersAreSortedAsEver(String method, String reason) {
    CompileResult result = harness.compile(Sorts.class, method);
    assertEquals(0, written(result));
    if (reason != null) {
      assertTrue(Harness.explain(result).contains(reason), () -> Harness.explain(result));
    }
  }

  /** Where another agent changes one of these, methods with the sort are made anew. */
  @Test
  void whatIsKnownOfCodeIsAmongTheDecisions() {
    String inner =
        harness.optimize(Sorts.class, "byLambda").decisions().stream()
            .filter(each -> each.inlined() && each.target().name().equals("sort"))
            .flatMap(each -> each.inner().stream())
            .map(each -> each.target().owner().replaceAll(".*/", "") + "." + each.target().name())
            .collect(Collectors.joining(" "));
    assertEquals(
        "Sorts.lambda$byLambda$1 Sorts$Item.sum Collections.reverseOrder"
            + " Collections$ReverseComparator2.compare Comparator.comparingInt"
            + " Comparator.lambda$comparingInt$7b0bb60$1 ArrayList.sort",
        inner.replaceAll("byLambda\\$\\d+", "byLambda\\$1"));
  }

  /** Making a function whose class has yet to be initialized may run code that changes the list. */
  @Test
  void functionsThatInitializeAClassAreMadeBeforeTheListIsRead() {
    assertEquals(1, written(harness.compile(Sorts.class, "initializing")));
    world.uninitialized(Sorts.Initialized.class);
    assertEquals(0, written(harness.compile(Sorts.class, "initializing")));
  }

  @Test
  void anotherJdksComparatorsAreAsked() throws Exception {
    world.unloaded(Class.forName("java.util.Collections$ReverseComparator2"));
    CompileResult result = harness.compile(Sorts.class, "byTwo");
    assertEquals(0, written(result));
    assertTrue(Harness.explain(result).contains("not known"), () -> Harness.explain(result));
  }

  @Test
  void listsThatNothingCanChangeAreSortedAsEver() {
    Harness without = new Harness(new TestWorld().load(Sorts.class));
    assertEquals(0, written(without.compile(Sorts.class, "byInt")));
  }

  @Test
  void underAnOptimizingCompilerListsAreSortedAsEver() {
    Harness c1 = new Harness(world).mode(Mode.C1);
    assertEquals(1, written(c1.compile(Sorts.class, "byInt")));
    Harness optimizing = new Harness(world).mode(Mode.JIT);
    assertEquals(0, written(optimizing.compile(Sorts.class, "byInt")));
  }

  @Test
  void theyCanBeSwitchedOff() {
    Harness off = new Harness(world).without(KeySorts.NAME);
    assertEquals(0, written(off.compile(Sorts.class, "byInt")));
  }

  private static int written(CompileResult result) {
    return result instanceof CompileResult.Optimized optimized
        ? optimized.reports().stream()
            .filter(report -> report.phase().equals(KeySorts.NAME))
            .mapToInt(PhaseReport::changes)
            .sum()
        : 0;
  }
}
