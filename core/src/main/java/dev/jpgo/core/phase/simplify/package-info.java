/**
 * Phases that make a graph smaller without knowing the program around it: folding, dead code,
 * control flow, repeated checks. Each keeps the invariants of {@link dev.jpgo.core.ir.Graph}.
 */
@NullMarked
package dev.jpgo.core.phase.simplify;

import org.jspecify.annotations.NullMarked;
