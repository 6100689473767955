/**
 * Main classes of the JVMs that experiments start. They print what they measure as lines of a name
 * and a value, take orders as lines on standard input, and load little that is not their subject.
 */
@NullMarked
package dev.jpgo.jmh.experiment.subject;

import org.jspecify.annotations.NullMarked;
