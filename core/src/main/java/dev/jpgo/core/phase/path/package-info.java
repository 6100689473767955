/**
 * Frequent paths by themselves: rare ways that would join them get copies of what follows. Used by
 * the tier-2 compiler before values are reused for the last time.
 */
@NullMarked
package dev.jpgo.core.phase.path;

import org.jspecify.annotations.NullMarked;
