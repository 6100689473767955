/**
 * The way in: {@link dev.jpgo.agent.JpgoAgent}, which with {@link dev.jpgo.agent.LastPlace} is all
 * that the application's loader sees, and the start of everything else in a loader of its own.
 * {@code AgentStart} puts the parts of the other packages together; nothing depends on this
 * package.
 */
@NullMarked
package dev.jpgo.agent;

import org.jspecify.annotations.NullMarked;
