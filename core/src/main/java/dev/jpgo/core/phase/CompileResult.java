package dev.jpgo.core.phase;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.Assumption;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.MethodNode;

/** What became of a {@link CompileRequest}. */
public sealed interface CompileResult {
  /** The decision on every call site that was looked at, in code order. */
  List<InlineDecision> decisions();

  /** What each phase did or why it did not apply, in the order they ran. */
  List<PhaseReport> reports();

  CompileStats stats();

  /**
   * A new version of the method.
   *
   * @param method its code, with frames, to be written without any further computation
   * @param assumptions what it rests on; while any of it may be broken its flag must be false
   * @param lines the inlined position that each synthetic line number in it stands for
   */
  record Optimized(
      MethodNode method,
      List<Assumption> assumptions,
      Map<Integer, Position> lines,
      List<InlineDecision> decisions,
      List<PhaseReport> reports,
      CompileStats stats)
      implements CompileResult {
    public Optimized {
      assumptions = List.copyOf(assumptions);
      lines = Map.copyOf(lines);
      decisions = List.copyOf(decisions);
      reports = List.copyOf(reports);
    }
  }

  /**
   * The method stays as it is.
   *
   * @param reason why, in words for the decision log
   */
  record Unchanged(
      String reason, List<InlineDecision> decisions, List<PhaseReport> reports, CompileStats stats)
      implements CompileResult {
    public Unchanged {
      decisions = List.copyOf(decisions);
      reports = List.copyOf(reports);
    }
  }
}
