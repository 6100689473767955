/** Tests of frequent paths by themselves. */
@NullMarked
package dev.jpgo.core.phase.path;

import org.jspecify.annotations.NullMarked;
