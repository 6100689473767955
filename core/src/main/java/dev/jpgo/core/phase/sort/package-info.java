/**
 * Sorts by comparators that are made in sight of functions in sight, as sorts of numbers that are
 * computed once for each element. To an interpreter each comparison of such a comparator is a dozen
 * calls.
 */
@NullMarked
package dev.jpgo.core.phase.sort;

import org.jspecify.annotations.NullMarked;
