/**
 * Kernels on numbers and arrays behind small methods, each with a twin inlined by hand that
 * computes the same.
 */
@NullMarked
package dev.jpgo.jmh.kernel.numeric;

import org.jspecify.annotations.NullMarked;
