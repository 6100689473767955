/**
 * {@code invokedynamic} sites whose bootstrap methods are the JDK's own, replaced by what they come
 * to; and accesses by {@code VarHandle}. To an interpreter such a site is a dozen frames of method
 * handles. Used by the tier-2 compiler, for a method itself and where it is inlined.
 */
@NullMarked
package dev.jpgo.core.phase.dynamic;

import org.jspecify.annotations.NullMarked;
