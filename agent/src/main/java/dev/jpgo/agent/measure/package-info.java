/**
 * Reads counters and stacks: which methods are hot, which classes are on a stack. Decides nothing.
 */
@NullMarked
package dev.jpgo.agent.measure;

import org.jspecify.annotations.NullMarked;
