/**
 * From SSA back to compact bytecode: expression trees on the operand stack, coloured slots, frames
 * from the types of the values, line numbers.
 */
@NullMarked
package dev.jpgo.core.emit;

import org.jspecify.annotations.NullMarked;
