/** Turns micro-benchmarks into the cost tables that the optimizer reads. */
@NullMarked
package dev.jpgo.jmh.costs;

import org.jspecify.annotations.NullMarked;
