/**
 * Kernels of objects that call each other: simulation, constraints, getters, accounts. Each has a
 * twin inlined by hand: what an optimizer could reach. Both compute the same checksum.
 */
@NullMarked
package dev.jpgo.jmh.kernel.objects;

import org.jspecify.annotations.NullMarked;
