/** Random methods: what a transformation does to them must not be seen by running them. */
@NullMarked
package dev.jpgo.core.fuzz;

import org.jspecify.annotations.NullMarked;
