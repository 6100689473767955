/**
 * The few classes that rewritten code touches: counters, assumption flags, histograms of classes,
 * values and locks, the loop hand-over. In the built agent they are relocated into {@code
 * java.lang} and defined by the boot loader. They may use {@code java.*} alone, without lambdas or
 * string concatenation, and never throw, unless what calls them catches it.
 */
@NullMarked
package dev.jpgo.runtime;

import org.jspecify.annotations.NullMarked;
