/**
 * Kernels on trees and graphs of nodes, each with a twin inlined by hand that computes the same.
 */
@NullMarked
package dev.jpgo.jmh.kernel.graph;

import org.jspecify.annotations.NullMarked;
