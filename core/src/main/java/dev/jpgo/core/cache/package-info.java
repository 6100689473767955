/**
 * What a compilation asked of the program, and what it made of the answers, so that another JVM
 * that gives the same answers need not compile. Uses the world and the compiler's results; knows no
 * files.
 */
@NullMarked
package dev.jpgo.core.cache;

import org.jspecify.annotations.NullMarked;
