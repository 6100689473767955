/**
 * Loops that count, with several iterations behind one test: what such a loop is, whether it is
 * worth it, and the copies. Used by the tier-2 compiler when everything else has been simplified.
 */
@NullMarked
package dev.jpgo.core.phase.loop;

import org.jspecify.annotations.NullMarked;
