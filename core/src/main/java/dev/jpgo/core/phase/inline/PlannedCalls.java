package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.profile.InlineDecision;
import java.util.List;
import java.util.Map;

/**
 * What was decided about the calls of one body.
 *
 * @param plans the calls to inline
 * @param sites all calls
 * @param decisions about each of them
 */
record PlannedCalls(
    Map<Instr, CallPlan> plans, List<Instr> sites, List<InlineDecision> decisions) {}
