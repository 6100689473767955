/** Tests of what the agent tells about itself. */
@NullMarked
package dev.jpgo.agent.events;

import org.jspecify.annotations.NullMarked;
