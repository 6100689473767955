/**
 * Real programs from Maven Central, each wrapped as a {@link dev.jpgo.jmh.workload.Workload} whose
 * iterations all do the same work and return the same checksum. They use their library as an
 * application would and know nothing of how they are measured.
 */
@NullMarked
package dev.jpgo.jmh.workload;

import org.jspecify.annotations.NullMarked;
