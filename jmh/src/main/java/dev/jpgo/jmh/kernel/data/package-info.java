/**
 * Kernels on collections, records, strings and streams, each with a twin inlined by hand that
 * computes the same.
 */
@NullMarked
package dev.jpgo.jmh.kernel.data;

import org.jspecify.annotations.NullMarked;
