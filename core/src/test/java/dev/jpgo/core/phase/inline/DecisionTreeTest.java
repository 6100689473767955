package dev.jpgo.core.phase.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.profile.InlineDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecisionTreeTest {
  private static final MethodId MAIN = method("main");
  private static final MethodId TOTAL = method("total");
  private static final MethodId SUM = method("sum");

  private static MethodId method(String name) {
    return new MethodId("a/B", name, "()V");
  }

  private static InlineDecision yes(int site, int line, String name, InlineDecision... inner) {
    return new InlineDecision(site, line, method(name), true, "yes", 1, List.of(inner));
  }

  private static InlineDecision no(int site, int line, String name, String reason) {
    return new InlineDecision(site, line, method(name), false, reason, 1, List.of());
  }

  private static Position at(MethodId method, int line, @Nullable Position caller) {
    return new Position(method, null, line, caller);
  }

  private static List<InlineDecision> with(
      List<InlineDecision> placed, Position at, InlineDecision later) {
    return new DecisionTree(placed).add(List.of(new PlacedDecision(at, later))).decisions();
  }

  @Test
  void whatIsInInlinedCodeStandsBelowTheCallsThatBroughtIt() {
    InlineDecision loop = yes(3, 8, "iterator");
    assertEquals(
        List.of(no(1, 4, "x", "cold"), yes(9, 20, "total", yes(5, 7, "sum", loop))),
        with(
            List.of(
                no(1, 4, "x", "cold"),
                yes(9, 20, "total", yes(5, 7, "sum", no(3, 8, "iterator", "not accessible")))),
            at(SUM, 8, at(TOTAL, 7, at(MAIN, 20, null))),
            loop));
  }

  /** As the frames of a stream that has become a loop. */
  @Test
  void whatNoDecisionHasBroughtHasTheLineOfTheCodeAroundIt() {
    assertEquals(
        List.of(yes(Instr.NO_SITE, 20, "iterator")),
        with(List.of(), at(TOTAL, 8, at(MAIN, 20, null)), yes(3, 8, "iterator")));
  }

  @Test
  void theCallThatIsLeftBesideABodyIsNotToldOf() {
    List<InlineDecision> inlined = List.of(yes(3, 8, "iterator"));
    assertEquals(
        inlined, with(inlined, at(MAIN, 8, null), no(3, 8, "iterator", "the iterator stays")));
  }

  @Test
  void aLaterRefusalTakesThePlaceOfAnEarlierOne() {
    InlineDecision sort = no(3, 8, "sort", "sorted as ever");
    assertEquals(
        List.of(sort), with(List.of(no(3, 8, "sort", "not accessible")), at(MAIN, 8, null), sort));
  }

  @Test
  void thatNothingWasCountedStaysKnown() {
    List<InlineDecision> told =
        with(
            List.of(no(3, 8, "sort", CallTargets.UNCOUNTED)),
            at(MAIN, 8, null),
            no(3, 8, "sort", "sorted as ever"));
    assertEquals(1, told.size());
    assertTrue(told.get(0).reason().endsWith("; sorted as ever"));
    assertTrue(InlineOutcome.lacksCounts(told));
  }

  @Test
  void callsWithoutASiteAreTwo() {
    List<InlineDecision> told =
        with(
            List.of(no(Instr.NO_SITE, 8, "x", "cold")),
            at(MAIN, 9, null),
            no(Instr.NO_SITE, 9, "x", "native"));
    assertEquals(2, told.size());
    assertFalse(InlineOutcome.lacksCounts(told));
  }
}
