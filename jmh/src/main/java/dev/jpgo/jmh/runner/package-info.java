/**
 * Runs one workload in this JVM and reports each iteration as a line. It shares the JVM with the
 * program under test, so it loads as little as it can: no library but the workload's own.
 */
@NullMarked
package dev.jpgo.jmh.runner;

import org.jspecify.annotations.NullMarked;
