/**
 * Programs by language construct. Each {@link dev.jpgo.test.targets.Target} computes something
 * observable with its construct; {@link dev.jpgo.test.targets.TargetMain} runs them all, often
 * enough to climb every tier, and prints what they did. A run under the agent must print what a
 * plain run prints.
 */
@NullMarked
package dev.jpgo.test.targets;

import org.jspecify.annotations.NullMarked;
