/**
 * Differential fuzzing: generated programs run plain and under the agent's stress settings must do
 * the same.
 */
@NullMarked
package dev.jpgo.test.differential;

import org.jspecify.annotations.NullMarked;
