/**
 * Tests in the order of what was counted: first for the class that an object mostly is of. Used by
 * the tier-2 compiler after everything else has been simplified.
 */
@NullMarked
package dev.jpgo.core.phase.order;

import org.jspecify.annotations.NullMarked;
