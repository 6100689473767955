/**
 * JMH benchmarks of single mechanisms: what instructions, calls, guards and probes cost. Classes
 * are not final and fields not private where JMH generates code around them.
 */
@NullMarked
package dev.jpgo.jmh.micro;

import org.jspecify.annotations.NullMarked;
