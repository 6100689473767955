/**
 * The controller: takes what was measured, decides by cost and benefit what each method is to
 * become, and hands the redefiner its batches. Everything here runs on one thread.
 */
@NullMarked
package dev.jpgo.agent.control;

import org.jspecify.annotations.NullMarked;
