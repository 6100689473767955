/**
 * The running program as the agent knows it: which classes there are, how they are related, their
 * bytes, and the assumptions that optimized code rests on. Implements {@link
 * dev.jpgo.core.world.World}. Nothing here keeps a class or a loader of the application alive.
 */
@NullMarked
package dev.jpgo.agent.world;

import org.jspecify.annotations.NullMarked;
