/** Tests of what the hooks keep. */
@NullMarked
package dev.jpgo.agent.hooks;

import org.jspecify.annotations.NullMarked;
