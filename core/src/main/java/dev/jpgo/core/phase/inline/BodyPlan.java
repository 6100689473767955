package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.profile.InlineDecision;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the body of a target would be inlined.
 *
 * @param callee the target
 * @param calls the calls in it that would be inlined in turn
 * @param reExecutable whether it can be abandoned at any point and run again from its start:
 *     nothing but loads and arithmetic, no loops, all its inlined calls likewise
 * @param bails blocks that are not copied, because they are rare, have effects, and nothing before
 *     them has: on reaching one the original call is made instead
 * @param restarts whether such blocks run so often that this says nothing about the profile
 * @param mayFail whether a re-executable body may throw a RuntimeException (null, index, cast)
 * @param bytes estimated size of the copied code
 * @param refusal why it may not be inlined at all, or null
 * @param decisions about the calls in it, in code order
 */
record BodyPlan(
    Callee callee,
    Map<Instr, CallPlan> calls,
    boolean reExecutable,
    Set<Block> bails,
    boolean restarts,
    boolean mayFail,
    int bytes,
    @Nullable String refusal,
    List<InlineDecision> decisions) {}
