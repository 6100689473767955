package dev.jpgo.agent.compiler;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;

/**
 * A method to be optimized elsewhere.
 *
 * @param owner its class, whose bytes are here
 * @param info the method
 * @param limits as in {@link dev.jpgo.core.phase.CompileRequest}
 * @param flag likewise
 * @param facts whether what the optimizer is told is to be noted, for a cache
 */
public record CompileJob(
    LoadedClass owner, MethodInfo info, InlineLimits limits, FlagField flag, boolean facts) {}
