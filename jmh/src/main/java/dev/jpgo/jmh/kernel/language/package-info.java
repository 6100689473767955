/**
 * Kernels that read and run small languages, each with a twin inlined by hand that computes the
 * same.
 */
@NullMarked
package dev.jpgo.jmh.kernel.language;

import org.jspecify.annotations.NullMarked;
