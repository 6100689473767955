/** Tests of the options registry. */
@NullMarked
package dev.jpgo.agent.options;

import org.jspecify.annotations.NullMarked;
