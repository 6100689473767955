/** A server under load for a long time, while all that the agent does goes on around it. */
@NullMarked
package dev.jpgo.test.soak;

import org.jspecify.annotations.NullMarked;
