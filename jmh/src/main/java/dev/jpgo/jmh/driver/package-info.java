/**
 * Compares JVMs: starts them one at a time, reads the lines that {@code runner} prints, and turns
 * them into ratios with their spread. Nothing here is loaded into a measured JVM.
 */
@NullMarked
package dev.jpgo.jmh.driver;

import org.jspecify.annotations.NullMarked;
