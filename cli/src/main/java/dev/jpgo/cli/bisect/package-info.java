/** Finding the method and the phase to blame: {@code bisect}. Uses {@code launch}. */
@NullMarked
package dev.jpgo.cli.bisect;

import org.jspecify.annotations.NullMarked;
