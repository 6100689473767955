package dev.jpgo.agent.control;

import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.profile.InlineDecision;

/** Tells statistics and the decision log what came of compiling methods. */
final class CompileReports {
  private final Statistics statistics;
  private final DecisionLog decisions;

  CompileReports(Statistics statistics, DecisionLog decisions) {
    this.statistics = statistics;
    this.decisions = decisions;
  }

  /** A method was compiled. */
  void compiled(MethodRecord method, CompileResult result, long nanos) {
    statistics.optimized(nanos);
    statistics.compiled();
    tell(method, result, nanos);
  }

  /** A method has code that was compiled now or in an earlier run. */
  void tell(MethodRecord method, CompileResult result, long nanos) {
    count(result);
    write(method, result, nanos);
  }

  private void count(CompileResult result) {
    statistics.sites(
        result.stats().callSites(), result.stats().devirtualized(), result.stats().inlined());
    for (InlineDecision decision : result.decisions()) {
      count(decision);
    }
  }

  private void write(MethodRecord method, CompileResult result, long nanos) {
    if (decisions.on()) {
      decisions.line(
          "tier 2 "
              + method.id()
              + ": "
              + method.tier()
              + ", "
              + method.reason()
              + ", "
              + nanos / 1_000_000
              + " ms for "
              + method.info().codeLength()
              + " bytes and "
              + result.stats().callSites()
              + " calls");
      for (InlineDecision decision : result.decisions()) {
        write(decision, "  ");
      }
    }
  }

  private void count(InlineDecision decision) {
    if (!decision.inlined()) {
      statistics.siteRefused(decision.reason());
    }
    for (InlineDecision inner : decision.inner()) {
      count(inner);
    }
  }

  private void write(InlineDecision decision, String indent) {
    decisions.line(
        indent
            + (decision.inlined() ? "inline " : "call   ")
            + decision.target()
            + " at line "
            + decision.line()
            + " x"
            + decision.count()
            + ": "
            + decision.reason());
    for (InlineDecision inner : decision.inner()) {
      write(inner, indent + "  ");
    }
  }
}
