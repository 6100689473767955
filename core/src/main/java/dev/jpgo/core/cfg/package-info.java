/**
 * Control flow of a method as compiled: basic blocks and edges over ASM instructions, dominators,
 * loops, spanning trees. Instrumentation, profiles and the SSA builder share it, so that counts
 * line up.
 */
@NullMarked
package dev.jpgo.core.cfg;

import org.jspecify.annotations.NullMarked;
