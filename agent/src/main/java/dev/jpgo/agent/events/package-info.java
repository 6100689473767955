/**
 * What the agent tells the outside: log lines, errors with their ids, the decision log, statistics.
 * Used by every other package of the agent; depends on the options alone.
 */
@NullMarked
package dev.jpgo.agent.events;

import org.jspecify.annotations.NullMarked;
