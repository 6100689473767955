/** Monitors in graphs: bodies of synchronized methods that are inlined, and locks held already. */
@NullMarked
package dev.jpgo.core.phase.lock;

import org.jspecify.annotations.NullMarked;
