/** Tests of what is known from an earlier run. */
@NullMarked
package dev.jpgo.agent.warm;

import org.jspecify.annotations.NullMarked;
