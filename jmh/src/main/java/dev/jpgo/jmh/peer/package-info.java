/**
 * Other ways to make the same programs faster, or to instrument them, as variants of a comparison.
 * Each is taken as its makers publish it; one that is not here is a line in the result, no failure.
 */
@NullMarked
package dev.jpgo.jmh.peer;

import org.jspecify.annotations.NullMarked;
