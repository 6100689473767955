/**
 * What an earlier run of the program left for this one: read once, asked as classes are loaded.
 * Knows files and profiles, and nothing of the running program.
 */
@NullMarked
package dev.jpgo.agent.warm;

import org.jspecify.annotations.NullMarked;
