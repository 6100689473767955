/**
 * Boxes of primitive values that need not be made: {@code Integer.valueOf} and its like, where only
 * the value is used. In an interpreter, and in a compiler without escape analysis, each is two
 * calls and perhaps an object. Used by the tier-2 compiler after inlining.
 */
@NullMarked
package dev.jpgo.core.phase.box;

import org.jspecify.annotations.NullMarked;
