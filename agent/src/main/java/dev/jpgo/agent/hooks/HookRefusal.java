package dev.jpgo.agent.hooks;

import dev.jpgo.core.jdk.HookGroup;

/**
 * A hook that could not be installed.
 *
 * @param group the group that is not to be relied on
 * @param className internal name of the JDK class; empty when none in particular
 * @param reason why, in words
 */
public record HookRefusal(HookGroup group, String className, String reason) {}
