/**
 * Objects that need not be made, since they stay in the method that makes them: their fields become
 * values. In an interpreter, and in a compiler without escape analysis, each is an allocation and
 * the calls of its constructors. Used by the tier-2 compiler after inlining.
 */
@NullMarked
package dev.jpgo.core.phase.scalar;

import org.jspecify.annotations.NullMarked;
