/**
 * Small programs that isolate one effect each, with a twin inlined by hand: what an optimizer could
 * reach. Both compute the same checksum.
 */
@NullMarked
package dev.jpgo.jmh.kernel;

import org.jspecify.annotations.NullMarked;
