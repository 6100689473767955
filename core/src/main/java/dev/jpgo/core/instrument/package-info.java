/**
 * Tier 0 and tier 1: call counters, edge counters off a spanning tree, histograms of classes,
 * values and locks, loop patchpoints; and the assembly of a class version from the bytes the
 * transformer was handed.
 */
@NullMarked
package dev.jpgo.core.instrument;

import org.jspecify.annotations.NullMarked;
