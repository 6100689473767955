package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.profile.InlineDecision;

/**
 * A decision about a call that may stand in inlined code.
 *
 * @param at where the call came from; the decision's site and line are of this position's method
 */
public record PlacedDecision(Position at, InlineDecision decision) {}
