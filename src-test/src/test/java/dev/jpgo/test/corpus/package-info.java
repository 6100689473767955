/**
 * Code that others compiled, by javac and by other compilers: every method of it goes through the
 * optimizer's graph and back, and must still verify, load and be about as long.
 */
@NullMarked
package dev.jpgo.test.corpus;

import org.jspecify.annotations.NullMarked;
