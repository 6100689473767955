package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.CompileStats;
import dev.jpgo.core.phase.PhaseReport;
import dev.jpgo.core.phase.inline.Inliner;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.phase.loop.LoopUnrolling;
import dev.jpgo.core.profile.InlineDecision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

final class TrialWorthTest {
  private static final long TWO_SECONDS = 2_000_000_000;

  @Test
  void callsTakenInAreReckonedToASecond() {
    assertEquals(
        "takes in 299999 calls a second: not worth a trial", objection(599_998, TWO_SECONDS, 0));
    assertEquals("", objection(600_000, TWO_SECONDS, 0));
  }

  @Test
  void thoseInWhatIsTakenInCountAsWell() {
    CompileResult.Optimized made =
        made(List.of(call(300_000, true, List.of(call(300_000, true, List.of())))), 0);
    assertEquals("", TrialWorth.objection(made, TWO_SECONDS));
  }

  @Test
  void callsThatStayDoNotCount() {
    CompileResult.Optimized made =
        made(List.of(call(900_000, false, List.of()), call(2, true, List.of())), 0);
    assertEquals(
        "takes in 1 calls a second: not worth a trial", TrialWorth.objection(made, TWO_SECONDS));
  }

  @Test
  void aLoopOverAListIsWorthATrialWithoutCalls() {
    assertEquals("", objection(0, TWO_SECONDS, 1));
  }

  @Test
  void soIsALoopThatIsUnrolled() {
    CompileResult.Optimized made = made(List.of(), LoopUnrolling.NAME, 1);
    assertEquals("", TrialWorth.objection(made, TWO_SECONDS));
  }

  @Test
  void whereNothingWasCountedNothingIsKnown() {
    assertEquals("", objection(0, 0, 0));
  }

  private static String objection(long calls, long nanos, int loops) {
    return TrialWorth.objection(made(List.of(call(calls, true, List.of())), loops), nanos);
  }

  private static InlineDecision call(long count, boolean inlined, List<InlineDecision> inner) {
    return new InlineDecision(
        0, 0, new MethodId("sample/Node", "next", "()I"), inlined, "", count, inner);
  }

  private static CompileResult.Optimized made(List<InlineDecision> decisions, int loops) {
    return made(decisions, ListLoops.NAME, loops);
  }

  private static CompileResult.Optimized made(
      List<InlineDecision> decisions, String phase, int changes) {
    return new CompileResult.Optimized(
        new MethodNode(),
        List.of(),
        Map.of(),
        decisions,
        List.of(
            new PhaseReport(Inliner.NAME, 1, "bodies copied"),
            new PhaseReport(phase, changes, "loops")),
        new CompileStats(1, 1, 0, 0));
  }
}
