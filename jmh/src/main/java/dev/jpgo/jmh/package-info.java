/**
 * The benchmark jar's commands. {@link dev.jpgo.jmh.BenchMain} only dispatches; the programs under
 * test live in {@code workload} and {@code kernel}, the code that measures them in {@code driver}.
 */
@NullMarked
package dev.jpgo.jmh;

import org.jspecify.annotations.NullMarked;
