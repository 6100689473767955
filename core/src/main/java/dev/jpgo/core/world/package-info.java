/**
 * What the optimizer may know of the running program: loaded classes and their hierarchy, original
 * code, profiles, and the assumptions that a version rests on. The agent implements {@link
 * dev.jpgo.core.world.World}; tests implement it over jars.
 */
@NullMarked
package dev.jpgo.core.world;

import org.jspecify.annotations.NullMarked;
