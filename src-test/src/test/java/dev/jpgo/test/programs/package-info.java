/**
 * Programs for forked JVMs that put the agent into one particular situation and print what they
 * saw.
 */
@NullMarked
package dev.jpgo.test.programs;

import org.jspecify.annotations.NullMarked;
