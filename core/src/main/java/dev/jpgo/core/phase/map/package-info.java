/** Look-ups in maps whose keys are boxed numbers. */
@NullMarked
package dev.jpgo.core.phase.map;

import org.jspecify.annotations.NullMarked;
