/**
 * Replaces calls by the bodies of their targets: what a call may reach, what code of one class may
 * stand in another, what it is worth, and the guards that keep it true. Plans first, with a reason
 * for every yes and no, then changes the graph.
 */
@NullMarked
package dev.jpgo.core.phase.inline;

import org.jspecify.annotations.NullMarked;
