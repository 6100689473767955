/** Tests of how loops read strings. */
@NullMarked
package dev.jpgo.core.phase.text;

import org.jspecify.annotations.NullMarked;
