/** Characters of strings that loops go through. */
@NullMarked
package dev.jpgo.core.phase.text;

import org.jspecify.annotations.NullMarked;
