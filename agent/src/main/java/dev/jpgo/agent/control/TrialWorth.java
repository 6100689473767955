package dev.jpgo.agent.control;

import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.PhaseReport;
import dev.jpgo.core.phase.dynamic.FunctionalCalls;
import dev.jpgo.core.phase.inline.InlineOutcome;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.phase.loop.CopyLoops;
import dev.jpgo.core.phase.loop.FillLoops;
import dev.jpgo.core.phase.loop.LoopUnrolling;
import dev.jpgo.core.phase.map.BoxedKeys;
import dev.jpgo.core.phase.sort.KeySorts;
import dev.jpgo.core.phase.stream.StreamLoops;
import dev.jpgo.core.phase.substitute.Substitutions;
import dev.jpgo.core.phase.text.StringBytes;
import java.util.Set;

/**
 * Tells which optimized methods are worth a trial, which costs a class two versions. Where a
 * compiler is at work, code gains by calls that it cannot take in, and by what it does not know of
 * the library or do to loops; where few calls went, nearly nothing was ever kept.
 */
final class TrialWorth {
  /** Calls that are taken in, in a second in which they are counted. */
  private static final int MANY = 300_000;

  private static final double SECOND = 1e9;

  /** What replaces code of the library or unrolls loops, whatever number of calls that had. */
  private static final Set<String> BEYOND_CALLS =
      Set.of(
          StreamLoops.NAME,
          KeySorts.NAME,
          ListLoops.NAME,
          BoxedKeys.NAME,
          StringBytes.NAME,
          FunctionalCalls.NAME,
          CopyLoops.NAME,
          FillLoops.NAME,
          LoopUnrolling.NAME,
          Substitutions.NAME);

  private TrialWorth() {}

  /**
   * Why a method is not to be tried; empty if it is.
   *
   * @param countedNanos for how long its calls were counted; 0: they were not
   */
  static String objection(CompileResult.Optimized made, long countedNanos) {
    for (PhaseReport report : made.reports()) {
      if (report.changes() > 0 && BEYOND_CALLS.contains(report.phase())) {
        return "";
      }
    }
    double rate = InlineOutcome.takenIn(made.decisions()) / countedNanos * SECOND;
    return countedNanos == 0 || rate >= MANY
        ? ""
        : "takes in " + Math.round(rate) + " calls a second: not worth a trial";
  }
}
