/**
 * Loops that count: what such a loop is, and what becomes of it where it runs long. Those that copy
 * or fill arrays have their iterations done at once in front of them; others get several iterations
 * behind one test. Used by the tier-2 compiler when everything else has been simplified.
 */
@NullMarked
package dev.jpgo.core.phase.loop;

import org.jspecify.annotations.NullMarked;
