/** An agent that does what any agent does and changes nothing: the control of the comparisons. */
@NullMarked
package dev.jpgo.jmh.control;

import org.jspecify.annotations.NullMarked;
