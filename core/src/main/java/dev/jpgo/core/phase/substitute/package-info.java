/**
 * Bodies that an interpreter runs faster than those the JDK has, for a few methods of the JDK that
 * were written for a compiler. Used by the tier-2 compiler, for a method itself and where it is
 * inlined.
 */
@NullMarked
package dev.jpgo.core.phase.substitute;

import org.jspecify.annotations.NullMarked;
