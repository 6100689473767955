/**
 * The SSA form of a method: {@link dev.jpgo.core.ir.Graph}, {@link dev.jpgo.core.ir.Block}, {@link
 * dev.jpgo.core.ir.Instr}, how it is built from bytecode, and its invariants ({@code
 * GraphVerifier}). Phases change it; {@code dev.jpgo.core.emit} turns it back into bytecode.
 */
@NullMarked
package dev.jpgo.core.ir;

import org.jspecify.annotations.NullMarked;
